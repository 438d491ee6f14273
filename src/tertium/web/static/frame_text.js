// One of the two texts whose frames are marked: the text, the buttons below it, and its frames.

import { showText } from "./direction.js";
import { showFrames } from "./frame_list.js";
import { FrameMarks } from "./frame_marks.js";
import { LETTERS, Marking, WORDS } from "./marking.js";

/**
 * The panel of a text.
 *
 * Options:
 *   side       "reference" or "output"
 *   title      its title
 *   content    the text
 *   language   language of the text; "" if unknown
 *   fields     the fields of answers/frames.html, a copy of their own
 *   reference  the FrameText of the reference; null if this is the one
 *   text       words a message
 *   on         changed(): the annotator has marked, removed or chosen something; selected(): words
 *              are selected in this text; activated(frame): fillers now belong to this frame;
 *              match(item, id, frame) and judge(filler, mark)
 */
export class FrameText {
  marks = new FrameMarks();
  card;
  #options;
  #marking = null;
  #element;

  constructor(options) {
    this.#options = options;
    this.card = this.#panel();
    this.#fill();
  }

  /** Whether words are selected. */
  get selected() {
    return this.#marking?.span != null;
  }

  /** Show the text, after the panel has become a part of the page. */
  begin() {
    const { content, language, text } = this.#options;
    if (content.trim() === "") {
      this.#element.textContent = text("annotate.empty");
      this.#element.classList.add("soft");
      this.#find(".tools-of-text").hidden = true;
      return;
    }
    showText(this.#element, content, language);
    this.#marking = new Marking(this.#element, {
      label: this.#find("h2").id,
      hint: this.#find(".hint").id,
      language,
      gaps: false,
      onselect: () => {
        this.#options.on.selected();
        this.#showTools();
      },
      onopen: () => this.#find(".toolbar [data-role]:enabled")?.focus(),
    });
    // Predicates often stand within fillers, where a click must select them.
    this.#marking.picks = false;
  }

  /** Drop the selection. */
  deselect() {
    if (!this.selected) return;
    this.#marking.select(null);
    this.#showTools();
  }

  release() {
    this.#marking?.release();
  }

  /** Take frames of an answer. */
  set(frames, { none = false, offered = false } = {}) {
    this.marks.set(frames, this.#options.reference?.marks);
    this.marks.none = none || this.#options.content.trim() === "";
    this.#find(".offered").hidden = !offered;
  }

  /** Show the frames, in the text and in the list. */
  show() {
    const { reference, text, on } = this.#options;
    const { marks } = this;
    const shown = [];
    for (const frame of marks.frames) {
      const active = frame === marks.active;
      if (active) for (const one of frame.fillers) shown.push({ ...one, tone: "filler" });
      shown.push({ ...frame, tone: active ? "predicate" : "other-predicate" });
    }
    this.#marking?.show(shown);
    showFrames(this.#find(".frames"), {
      marks,
      reference: reference && { marks: reference.marks, quote: reference.quote },
      quote: this.quote,
      text,
      on: {
        activate: (frame) => {
          marks.active = frame;
          on.activated(frame);
        },
        remove: (item) => this.#remove(item),
        role: (filler, role) => {
          filler.role = role;
          on.changed();
        },
        match: on.match,
        judge: on.judge,
      },
    });
    const none = this.#find(".none");
    none.hidden = marks.frames.length > 0;
    none.querySelector("input").checked = marks.none;
    // Those who have marked something know how.
    this.#find(".hint").classList.toggle("unseen", marks.frames.length > 0);
    this.#showTools();
  }

  quote = (span) => this.#marking?.quote(span) ?? "";

  /** Mark the selected words as a predicate, or as a filler with a role; whether that is possible. */
  mark(role) {
    const span = this.#marking?.span;
    if (!span || this.marks.problem(role, span)) return false;
    const item = this.marks.add(role, span);
    this.#marking.select(null);
    this.#marking.focus();
    this.#find(".said").textContent = `${this.#options.text(`answer.frames.${role}`)}: ${this.quote(item)}`;
    this.#options.on.changed(role === "predicate" ? item : this.marks.active);
    return true;
  }

  focus() {
    if (this.#marking) this.#marking.focus();
    else this.#find(".none input").focus();
  }

  /** Move the focus to what is to be chosen for a frame or filler. */
  focusOn({ item, what }) {
    this.card.querySelector(`[data-key="${what}-${item.id}"]`)?.focus();
  }

  #remove(item) {
    this.marks.remove(item.id);
    this.focus();
    this.#options.on.changed();
  }

  /** What the selected words can be; a sentence if they can be nothing, or no filler yet. */
  #showTools() {
    const span = this.#marking?.span;
    let possible = false;
    for (const button of this.card.querySelectorAll(".toolbar [data-role]")) {
      button.disabled = !span || this.marks.problem(button.dataset.role, span) !== "";
      possible ||= !button.disabled;
    }
    const shown = this.#find(".problem");
    const reason = span ? this.marks.problem("who", span) : "";
    const isShown = reason === "first" || (reason && !possible);
    shown.textContent = isShown ? this.#options.text(`answer.frames.${reason}`) : "";
    shown.classList.toggle("advice", possible);
  }

  #panel() {
    const { side, title } = this.#options;
    const card = document.createElement("section");
    card.className = `panel output frames-of-${side}`;
    const heading = document.createElement("h2");
    heading.id = `frames-title-${side}`;
    heading.textContent = title;
    card.setAttribute("aria-labelledby", heading.id);
    this.#element = document.createElement("p");
    this.#element.className = "text";
    card.append(heading, this.#element);
    return card;
  }

  #fill() {
    const { side, fields, on } = this.#options;
    this.card.append(fields);
    this.#find(".hint").id = `frames-hint-${side}`;
    for (const button of this.card.querySelectorAll(".toolbar [data-role]")) {
      button.addEventListener("click", () => this.mark(button.dataset.role));
    }
    const letters = this.#find(".letters");
    letters.addEventListener("click", () => {
      const granularity = this.#marking.granularity === WORDS ? LETTERS : WORDS;
      this.#marking.granularity = granularity;
      letters.setAttribute("aria-pressed", String(granularity === LETTERS));
      this.#marking.focus();
    });
    const none = this.#find(".none input");
    none.addEventListener("change", () => {
      this.marks.none = none.checked;
      on.changed();
    });
  }

  #find(selector) {
    return this.card.querySelector(selector);
  }
}
