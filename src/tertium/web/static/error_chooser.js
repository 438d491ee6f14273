// The panel in which the severity and the category of an error are chosen.

import { mountComment } from "./comment.js";
import { digitOf } from "./keys.js";

/**
 * The chooser of one output. `kinds` are {severities: [{name, text, tone}], categories: [{name, group,
 * text, places}], plain: [place]} in the language of the page; in the places of `plain` marks need no
 * category. Callbacks:
 *   onchoose({severity, category, comment}, done)  something was chosen; done if nothing is missing
 *   onaction(name)  a button was pressed: "before", "after", "extent", "another", "delete", "close"
 */
export class ErrorChooser {
  #element;
  #kinds;
  #callbacks;
  #comment;
  #place = "output";
  #severity = "";
  #category = "";

  constructor(element, kinds, text, callbacks) {
    this.#element = element;
    this.#kinds = kinds;
    this.#callbacks = callbacks;
    const severities = element.querySelector(".severities");
    severities.replaceChildren(
      ...kinds.severities.map((one, number) => chip(one, { "data-tone": one.tone }, number + 1)),
    );
    severities.addEventListener("click", (event) => {
      const name = event.target.closest("button")?.dataset.name;
      if (name !== undefined) this.#choose({ severity: name });
    });
    element.querySelector(".categories").addEventListener("click", (event) => {
      const name = event.target.closest("button")?.dataset.name;
      if (name !== undefined) this.#choose({ category: name });
    });
    element.querySelector(".tasks").addEventListener("click", (event) => {
      const action = event.target.closest("button")?.dataset.action;
      if (action) callbacks.onaction(action);
    });
    element.addEventListener("keydown", (event) => this.#key(event));
    this.#comment = mountComment(element.querySelector(".remark"), text, () =>
      callbacks.onchoose(this.#chosen(), false),
    );
  }

  get isOpen() {
    return !this.#element.hidden;
  }

  /** Whether a category has to be chosen at a place. */
  needsCategory(place) {
    return !this.#kinds.plain.includes(place);
  }

  /**
   * Show the chooser for an error at a place, with what is chosen already. `title` are nodes, `label`
   * is its text, and `actions` names the buttons to show.
   */
  open({ title, label, place, actions, severity = "", category = "", comment = "" }) {
    this.#place = place;
    [this.#severity, this.#category] = [severity, category];
    this.retitle(title);
    this.#element.setAttribute("aria-label", label);
    for (const button of this.#element.querySelectorAll("[data-action]")) {
      button.hidden = !actions.includes(button.dataset.action);
    }
    this.#comment.set(comment);
    this.#showCategories();
    this.#showChosen();
    this.#element.hidden = false;
    this.#element.scrollIntoView({ block: "nearest" });
    // The panel must not cover what it is about.
    document.querySelector(".marking .selected, .marking .active")?.scrollIntoView({ block: "nearest" });
  }

  retitle(title) {
    this.#element.querySelector(".chosen").replaceChildren(...title);
  }

  close() {
    this.#element.hidden = true;
  }

  contains(element) {
    return this.#element.contains(element);
  }

  focus() {
    const missing = this.#severity === "" ? ".severities" : ".categories";
    const first = this.#element.querySelector(`${missing} button`);
    (first ?? this.#element.querySelector(".severities button")).focus();
  }

  /** Choose a severity by its number, from 1; return whether the key was used. */
  digit(event) {
    const digit = digitOf(event);
    const severity = this.#kinds.severities[digit - 1];
    if (digit === null) return false;
    if (severity) this.#choose({ severity: severity.name });
    return true;
  }

  #chosen() {
    return {
      severity: this.#severity,
      category: this.#category,
      comment: this.#comment.value().comment ?? "",
    };
  }

  #choose({ severity = this.#severity, category = this.#category }) {
    [this.#severity, this.#category] = [severity, category];
    this.#showChosen();
    const complete = severity !== "" && (category !== "" || !this.needsCategory(this.#place));
    this.#callbacks.onchoose(this.#chosen(), complete);
    if (!complete && this.isOpen && this.contains(document.activeElement)) this.focus();
  }

  #showCategories() {
    const groups = new Map();
    for (const one of this.#kinds.categories) {
      if (!one.places.includes(this.#place)) continue;
      if (!groups.has(one.group)) groups.set(one.group, []);
      groups.get(one.group).push(one);
    }
    const shown = [...groups].map(([group, members]) => {
      const made = document.createElement("div");
      made.className = "group";
      if (group) {
        const heading = document.createElement("span");
        heading.className = "heading";
        heading.textContent = group;
        made.append(heading);
      }
      const chips = members.map((one) => {
        const label = group ? { "aria-label": `${group}: ${one.text}` } : {};
        return chip(one, label);
      });
      made.append(...chips);
      return made;
    });
    this.#element.querySelector(".categories").replaceChildren(...shown);
    this.#element.querySelector(".categories").hidden = shown.length === 0;
  }

  #showChosen() {
    for (const [name, chosen] of [["severities", this.#severity], ["categories", this.#category]]) {
      const buttons = [...this.#element.querySelectorAll(`.${name} button`)];
      const pressed = buttons.find((one) => one.dataset.name === chosen);
      for (const one of buttons) {
        one.setAttribute("aria-pressed", String(one === pressed));
        // Tab reaches one button of each group; arrow keys reach the others.
        one.tabIndex = one === (pressed ?? buttons[0]) ? 0 : -1;
      }
    }
  }

  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    if (event.key === "Escape") {
      this.#callbacks.onaction("close");
    } else {
      const group = event.target.closest?.(".severities, .categories");
      const next = group && this.#neighbour(group, event);
      if (!next) return;
      event.target.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** The button that an arrow key, or the first letter of its text, leads to. */
  #neighbour(group, { key, target }) {
    const buttons = [...group.querySelectorAll("button")];
    const place = buttons.indexOf(target);
    const back = getComputedStyle(group).direction === "rtl" ? "ArrowRight" : "ArrowLeft";
    const steps = { ArrowLeft: 1, ArrowRight: 1, ArrowDown: 1, ArrowUp: -1, [back]: -1 };
    if (key === "Home") return buttons[0];
    if (key === "End") return buttons.at(-1);
    if (Object.hasOwn(steps, key)) {
      return buttons[(place + steps[key] + buttons.length) % buttons.length];
    }
    if (!group.matches(".categories") || key.length !== 1 || !/\p{L}/u.test(key)) return null;
    const after = [...buttons.slice(place + 1), ...buttons.slice(0, place + 1)];
    const begins = (one) => one.textContent.toLowerCase().startsWith(key.toLowerCase());
    return after.find(begins) ?? null;
  }
}

function chip({ name, text }, attributes, number) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "chip";
  made.dataset.name = name;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (number) {
    const key = document.createElement("kbd");
    key.className = "keyboard-only";
    key.textContent = String(number);
    key.setAttribute("aria-hidden", "true");
    made.append(key);
  }
  made.append(text);
  return made;
}
