// What the server wrote into the page: data, texts, and the CSRF token.

/** The data block of the page. */
export function pageData() {
  return JSON.parse(document.getElementById("page-data").textContent);
}

/** The token that every POST request carries; empty if the browser has no session. */
export function csrfToken() {
  return document.querySelector('meta[name="csrf"]')?.content ?? "";
}

/** A function from a key and values to a text; numbers are written as the language does. */
export function wording(texts, language) {
  const numbers = new Intl.NumberFormat(language);
  const shown = (value) => (typeof value === "number" ? numbers.format(value) : String(value));
  return (key, values = {}) =>
    texts[key].replace(/\{(\w+)\}/g, (whole, name) =>
      Object.hasOwn(values, name) ? shown(values[name]) : whole,
    );
}

/** Show one of the sections marked with data-view, and hide the others. */
export function showView(name) {
  for (const section of document.querySelectorAll("[data-view]")) {
    section.hidden = section.dataset.view !== name;
  }
  return document.querySelector(`[data-view="${name}"]`);
}
