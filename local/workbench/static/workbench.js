// What the pages cannot say in HTML alone. Everything else is htmx's.
"use strict";

// A form being filled in keeps what was put into it until it is sent.
const begun = new WeakSet();
document.addEventListener("input", (event) => {
  if (event.target.form) begun.add(event.target.form);
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful) begun.delete(event.target);
});

// A redrawn page leaves that as it is, and open what the reader has opened.
Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, node) => {
  if (name === "open") return !(node.tagName === "DETAILS" || node.tagName === "DIALOG");
  const given = node.matches("input:not([type=hidden]), textarea, option");
  return !(given && ["value", "checked", "selected"].includes(name) && begun.has(node.closest("form")));
};

// A form that is being filled in stays as it is, until the page has another in its place.
Idiomorph.defaults.callbacks.beforeNodeMorphed = (old, drawn) =>
  !(old.dataset?.keep && old.dataset.keep === drawn.dataset?.keep);

// What was refused is said, and stays until something else is done.
const refusal = () => document.getElementById("refusal");
document.addEventListener("htmx:responseError", (event) => {
  refusal().textContent = event.detail.xhr.responseText;
});
document.addEventListener("htmx:sendError", () => {
  refusal().textContent = "The workbench does not answer; it may have been stopped.";
});
document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.requestConfig.verb !== "get") refusal().textContent = "";
});

// Where one has gone to another day or begun another story, what leads there folds itself up again.
document.addEventListener("htmx:afterRequest", (event) => {
  const other = event.target.closest?.("#other-times");
  if (!other || !event.detail.successful) return;
  other.open = false;
  other.querySelector("summary").focus();
});
