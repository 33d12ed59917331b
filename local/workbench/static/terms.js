// Line numbers, the lines that have problems, and dates moved in the text itself.
"use strict";

(() => {
  const HEIGHT = 18; // of a line, as terms.css has it
  const by = (id) => document.getElementById(id);
  let problems = new Map();

  const scrolled = () => {
    by("terms-lines").scrollTop = by("terms-text").scrollTop;
    for (const note of by("terms-notes").children)
      note.style.top = `${4 + (note.dataset.at - 1) * HEIGHT - by("terms-text").scrollTop}px`;
  };
  const numbered = () => {
    const count = by("terms-text").value.split("\n").length;
    const lines = Array.from({ length: count }, (_, n) => {
      const line = document.createElement(problems.has(n + 1) ? "b" : "span");
      line.textContent = `${problems.has(n + 1) ? "! " : ""}${n + 1}\n`;
      return line;
    });
    by("terms-lines").replaceChildren(...lines);
    const notes = Array.from(problems, ([at, says]) => {
      const note = document.createElement("p");
      note.dataset.at = at;
      note.textContent = says;
      return note;
    });
    by("terms-notes").replaceChildren(...notes);
    scrolled();
  };

  document.addEventListener("input", (event) => {
    if (event.target.id === "terms-text") numbered();
  });
  document.addEventListener("scroll", (event) => {
    if (event.target.id === "terms-text") scrolled();
  }, true);
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.target.id !== "terms-dates") return;
    const found = by("terms-dates").querySelectorAll("[data-problem]");
    problems = new Map(Array.from(found, (each) => [
      Number(each.dataset.problem), each.querySelector(".says").textContent]));
    numbered();
  });
  document.addEventListener("click", (event) => {
    const line = event.target.closest("#terms-dates [data-line]")?.dataset.line;
    if (!line) return;
    const text = by("terms-text"), before = text.value.split("\n").slice(0, line - 1);
    const start = before.reduce((sum, each) => sum + each.length + 1, 0);
    text.focus();
    text.setSelectionRange(start, (text.value + "\n").indexOf("\n", start));
    text.scrollTop = (line - 4) * HEIGHT;
  });
  document.addEventListener("change", (event) => {
    const line = event.target.dataset?.moves;
    if (!line || !event.target.value) return;
    const text = by("terms-text"), lines = text.value.split("\n");
    lines[line - 1] = lines[line - 1].replace(/\d{4}-\d\d-\d\d/, event.target.value);
    text.value = lines.join("\n");
    text.dispatchEvent(new Event("input", { bubbles: true }));
  });
  document.addEventListener("DOMContentLoaded", () => by("terms-text") && numbered());
})();
