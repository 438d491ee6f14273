// The segments of a document before and after the item on the page.

import { showText } from "./direction.js";

/** Show segments around a place; `null` hides them. */
export function showAround(segments, place, { contextLanguage, outputLanguage, level }) {
  const whole = level === "document";
  fill("before", whole ? segments ?? [] : (segments ?? []).filter((one) => one.place < place));
  fill("after", whole ? [] : (segments ?? []).filter((one) => one.place > place));
  const before = document.getElementById("before");
  before.scrollTop = before.scrollHeight;

  function fill(id, shown) {
    const list = document.getElementById(id);
    list.hidden = shown.length === 0;
    list.replaceChildren(...shown.map(row));
    // Keys scroll the list only if it can have the focus.
    list.tabIndex = shown.length ? 0 : -1;
  }

  function row({ source, outputs }) {
    const made = document.createElement("div");
    made.className = "row";
    if (source !== null) made.append(cell(source, contextLanguage, "soft"));
    for (const text of outputs) made.append(cell(text, outputLanguage, ""));
    made.style.setProperty("--columns", String(outputs.length + (source !== null)));
    return made;
  }
}

function cell(text, language, name) {
  const made = document.createElement("p");
  made.className = name;
  showText(made, text, language);
  return made;
}
