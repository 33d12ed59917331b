// What the Slack pane cannot say in HTML alone.
"use strict";

// An open form is a dialog of the page: the rest waits, and the focus comes back to where it was.
let came = null;
const form = () => document.querySelector("dialog.view");
function begin(shown) {
  const fields = ".fields :is(input:not([type=hidden]), select, textarea)";
  const wrong = shown.querySelector("[aria-invalid]");
  (wrong ?? shown.querySelector(fields) ?? shown.querySelector("h2")).focus();
}
function opened() {
  const shown = form();
  if (shown && !shown.matches(":modal")) {
    came = document.activeElement?.id ?? "";
    shown.removeAttribute("open");
    shown.showModal();
    begin(shown);
  } else if (!shown && came !== null) {
    (document.getElementById(came) ?? document.getElementById("command"))?.focus();
    came = null;
  }
}
// Its next step begins at its first field, or at what is wrong; a field one is in is left alone.
let state = "";
function stepped() {
  const now = form()?.querySelector("[data-keep]").dataset.keep ?? "";
  if (now === state) return;
  state = now;
  const at = document.activeElement;
  const busy = form()?.contains(at) && !at.closest("footer");
  if (now && (!busy || form().querySelector("[aria-invalid]"))) begin(form());
}
document.addEventListener("DOMContentLoaded", opened);
// In the same breath as the page changes: no key may fall on what has just become another button.
document.addEventListener("htmx:afterSwap", () => { opened(); stepped(); answered(); });

// What one has sent is answered in sight: from its beginning, where it is long.
let sent = false;
function answered() {
  const log = document.getElementById("log");
  const last = log?.querySelector("article:last-of-type");
  if (!sent || !last) return;
  sent = false;
  const edge = last.offsetHeight > log.clientHeight ? "top" : "bottom";
  log.scrollTop += last.getBoundingClientRect()[edge] - log.getBoundingClientRect()[edge];
}
document.addEventListener("htmx:afterRequest", (event) => {
  sent ||= event.detail.requestConfig.path.endsWith("/say") && event.detail.successful;
});

// Escape closes a form as its own button does, so that the app is notified.
document.addEventListener("cancel", (event) => {
  if (!event.target.matches("dialog.view")) return;
  event.preventDefault();
  event.target.querySelector("[data-closes]").click();
}, true);

// A menu closes once something of it is chosen, a question once it is answered.
document.addEventListener("htmx:beforeRequest", (event) => {
  const from = event.target;
  from.closest?.("[popover]:popover-open")?.hidePopover();
  for (const each of from.querySelectorAll?.("dialog.sure[open]") ?? []) each.close();
});

// What was sent leaves its line; up and down bring it back.
const typed = [];
let at = 0;
const waiting = new Map();
document.addEventListener("htmx:beforeSend", (event) => {
  const form = event.target;
  if (!form.matches?.("[data-empties]")) return;
  waiting.set(form, form.elements.text.value);
  at = typed.push(form.elements.text.value);
  form.reset();
});
document.addEventListener("htmx:afterRequest", (event) => {
  const line = event.target.elements?.text;
  // What was refused is given back, unless something else is being typed already.
  if (!event.detail.successful && waiting.has(event.target)) line.value ||= waiting.get(event.target);
  waiting.delete(event.target);
});
document.addEventListener("keydown", (event) => {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!step || event.target.id !== "command" || !typed.length) return;
  event.preventDefault();
  at = Math.max(0, Math.min(typed.length, at + step));
  event.target.value = typed[at] ?? "";
});
