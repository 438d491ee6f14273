// Marking spans of a text by mouse, touch and keyboard. The text itself never changes.
//
// Positions at this interface are code points of the text as the server gave it, half-open; a span of
// no length is a gap, where something is missing. Texts are divided into elements for display only:
// `element.textContent` is the text at any time.

import { CodePoints } from "./code_points.js";
import { showMarks } from "./marking_view.js";
import { isInside, placeAt, rangeOf } from "./text_places.js";
import { LETTERS, WORDS, unitAt, unitsOf } from "./text_units.js";

export { LETTERS, WORDS };

/**
 * A text in which spans can be selected, and which shows marks. The element holds the text already
 * (see direction.js). By mouse: drag, or click on the first and on the last word; by touch: tap on the
 * first and on the last word; a click between two words selects the gap. By keyboard: arrow keys move
 * a cursor from word to word, Shift extends the selection, Space selects the word, G the gap before it,
 * Enter accepts the selection, Escape drops it.
 *
 * Options:
 *   label      id of the element that names the text, for screen readers
 *   hint       id of the element that explains the keys
 *   language   language of the text; "" if unknown
 *   gaps       whether gaps can be selected
 *   onselect(span)  the selection has changed to {start, end}, or to null
 *   onopen()        the annotator accepts the selection by keyboard
 *   onpick(ids)     the annotator clicks on marks
 */
export class Marking {
  /** Whether clicks on marks are handed to onpick, or select words. */
  picks = true;
  #element;
  #options;
  #text;
  #points;
  #language;
  #granularity = WORDS;
  #units = [];
  #marks = [];
  // Numbers of units: the cursor, and the first and the last selected one.
  #cursor = 0;
  #anchor = null;
  #focus = null;
  // A selected gap, in UTF-16 units.
  #gap = null;
  #press = null;
  #dragged = false;
  #live;
  #listeners = new AbortController();

  constructor(element, options) {
    this.#element = element;
    this.#options = { gaps: true, onselect() {}, onopen() {}, onpick() {}, ...options };
    this.#text = element.textContent;
    this.#points = new CodePoints(this.#text);
    this.#language = options.language ?? "";
    this.#units = unitsOf(this.#text, this.#language, this.#granularity);
    this.#prepare();
    this.#listen();
    this.#render();
  }

  /** The number of code points of the text. */
  get length() {
    return this.#points.length;
  }

  /** What can be marked: WORDS or LETTERS. The selection stays where it is. */
  get granularity() {
    return this.#granularity;
  }

  set granularity(granularity) {
    const [position] = this.#units[this.#cursor] ?? [0];
    const span = this.span;
    this.#granularity = granularity;
    this.#units = unitsOf(this.#text, this.#language, granularity);
    this.#cursor = Math.max(0, unitAt(this.#units, position));
    this.select(span);
  }

  /** The selected span, or null. */
  get span() {
    const found = this.#selected();
    if (!found) return null;
    const [start, end] = found;
    return { start: this.#points.fromUnits(start), end: this.#points.fromUnits(end) };
  }

  /** Select a span, or nothing for null; onselect is not called. A span is widened to whole units. */
  select(span) {
    this.#anchor = this.#focus = this.#gap = null;
    if (span) {
      const [start, end] = this.#inUnits(span);
      if (start === end) this.#gap = start;
      else if (this.#units.length) {
        this.#anchor = unitAt(this.#units, start);
        this.#focus = this.#cursor = Math.max(this.#anchor, this.#lastBefore(end));
      }
    }
    this.#render();
  }

  /** The gap before or after the selection. */
  gapBeside(after) {
    const span = this.span;
    if (!span) return null;
    const place = after ? span.end : span.start;
    return { start: place, end: place };
  }

  /** Show marks: {id, start, end, tone, active, suggested}. A tone is a word for style sheets. */
  show(marks) {
    this.#marks = marks.map((mark) => ({ ...mark, units: this.#inUnits(mark) }));
    this.#render();
  }

  /** The text of a span. */
  quote({ start, end }) {
    return this.#text.slice(...this.#inUnits({ start, end }));
  }

  focus() {
    this.#element.focus({ preventScroll: true });
  }

  /** Leave the element as it was. */
  release() {
    this.#listeners.abort();
    this.#live.remove();
    this.#element.textContent = this.#text;
    this.#element.classList.remove("marking");
    for (const name of ["tabindex", "role", "aria-readonly", "aria-multiline", "aria-labelledby", "aria-describedby"]) {
      this.#element.removeAttribute(name);
    }
  }

  // The element

  #prepare() {
    const element = this.#element;
    element.classList.add("marking");
    element.tabIndex = 0;
    // Screen readers read the text of a text field, and pass arrow keys on to it.
    element.setAttribute("role", "textbox");
    element.setAttribute("aria-readonly", "true");
    element.setAttribute("aria-multiline", "true");
    element.setAttribute("aria-labelledby", this.#options.label);
    if (this.#options.hint) element.setAttribute("aria-describedby", this.#options.hint);
    this.#live = document.createElement("span");
    this.#live.className = "unseen";
    this.#live.setAttribute("role", "status");
    element.after(this.#live);
  }

  #listen() {
    const { signal } = this.#listeners;
    const on = (name, handler) =>
      this.#element.addEventListener(name, handler.bind(this), { signal });
    on("pointerdown", this.#down);
    on("pointermove", this.#move);
    on("pointerup", this.#up);
    on("pointercancel", this.#up);
    on("click", this.#click);
    on("keydown", this.#key);
  }

  #render() {
    showMarks(this.#element, this.#text, {
      marks: this.#marks,
      selected: this.#selected(),
      cursor: this.#units[this.#cursor] ?? null,
    });
  }

  // The selection

  #selected() {
    if (this.#gap !== null) return [this.#gap, this.#gap];
    if (this.#anchor === null) return null;
    const [first, last] = [this.#anchor, this.#focus].sort((one, other) => one - other);
    return [this.#units[first][0], this.#units[last][1]];
  }

  #choose(anchor, focus) {
    this.#gap = null;
    [this.#anchor, this.#focus, this.#cursor] = [anchor, focus, focus];
    this.#changed();
  }

  #chooseGap(place) {
    this.#anchor = this.#focus = null;
    this.#gap = place;
    this.#changed();
  }

  #clear() {
    this.#anchor = this.#focus = this.#gap = null;
    this.#changed();
  }

  #changed() {
    this.#render();
    this.#options.onselect(this.span);
  }

  #inUnits({ start, end }) {
    return [this.#points.toUnits(start), this.#points.toUnits(end)];
  }

  /** The last unit that begins before a position. */
  #lastBefore(position) {
    const found = unitAt(this.#units, position - 1);
    return this.#units[found][0] < position ? found : Math.max(0, found - 1);
  }

  /** Marks that cover a position; those with the shortest spans first. */
  #over(position) {
    return this.#marks
      .filter(({ units: [start, end] }) => start <= position && position < end)
      .sort((one, other) => one.end - one.start - (other.end - other.start))
      .map(({ id }) => id);
  }

  // Mouse and touch

  /** What a point of the page is on: {unit}, or {gap} between two words; null outside the text. */
  #under(event) {
    const place = placeAt(this.#element, event);
    if (place === null || !this.#units.length) return null;
    // The place is the nearest border of a letter: the letter is before or after it.
    for (const near of [place, place - 1]) {
      const number = unitAt(this.#units, near);
      const unit = this.#units[number];
      if (unit[0] <= near && near < unit[1] && isInside(rangeOf(this.#element, ...unit), event)) {
        return { unit: number, position: near };
      }
    }
    const after = this.#units.find(([, end]) => end >= place);
    // Past the end of a line or of the text: the nearest word.
    const number = unitAt(this.#units, place);
    if (!this.#options.gaps || !after || !this.#isBetween(place, event)) {
      return { unit: number, position: this.#units[number][0], far: true };
    }
    return { gap: place >= after[0] ? after[1] : after[0], unit: number };
  }

  /** Whether a point is on the space between two words of a line. */
  #isBetween(place, event) {
    const [start, end] = [Math.max(0, place - 1), Math.min(this.#text.length, place + 1)];
    return (
      /\s/.test(this.#text.slice(start, end)) && isInside(rangeOf(this.#element, start, end), event)
    );
  }

  #down(event) {
    this.#dragged = false;
    if (event.button !== 0 || event.pointerType === "touch") return;
    const under = this.#under(event);
    if (!under) return;
    // The browser would select text itself.
    event.preventDefault();
    this.focus();
    this.#press = under.unit;
    this.#element.setPointerCapture(event.pointerId);
  }

  #move(event) {
    if (this.#press === null) return;
    const under = this.#under(event);
    if (!under || (under.unit === this.#press && !this.#dragged)) return;
    this.#dragged = true;
    this.#gap = null;
    [this.#anchor, this.#focus, this.#cursor] = [this.#press, under.unit, under.unit];
    this.#render();
  }

  #up() {
    // Nothing on the page moves before the end of the drag.
    if (this.#press !== null && this.#dragged) this.#changed();
    this.#press = null;
  }

  #click(event) {
    // Screen readers click without a place.
    if (this.#dragged || event.detail === 0) return;
    // The target of the event is the whole text, which has captured the pointer.
    const at = document.elementFromPoint(event.clientX, event.clientY);
    const marker = at?.closest(".gap[data-marks]");
    if (marker && this.picks && this.#anchor === null) {
      return this.#options.onpick(marker.dataset.marks.split(" "));
    }
    const under = this.#under(event);
    if (!under) return;
    if (event.pointerType === "touch") this.focus();
    if (under.gap !== undefined && this.#anchor === null) return this.#chooseGap(under.gap);
    if (this.#anchor !== null) return this.#choose(this.#anchor, under.unit);
    const marks = under.far || !this.picks ? [] : this.#over(under.position);
    if (marks.length && this.#gap === null) {
      this.#cursor = under.unit;
      this.#options.onpick(marks);
    } else {
      this.#choose(under.unit, under.unit);
    }
  }

  // Keyboard

  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    if (!this.#units.length || !this.#use(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #use({ key, code, shiftKey }) {
    const next = this.#reach(key);
    if (next !== null) {
      this.#step(next, shiftKey);
      return true;
    }
    const chosen = this.#selected() !== null;
    if (key === " ") {
      if (!chosen) this.#choose(this.#cursor, this.#cursor);
      this.#options.onopen();
    } else if ((key === "g" || key === "G" || code === "KeyG") && this.#options.gaps) {
      this.#chooseGap(this.#units[this.#cursor][0]);
      this.#options.onopen();
    } else if (key === "Enter" && chosen) {
      this.#options.onopen();
    } else if (key === "Escape" && chosen) {
      this.#clear();
    } else {
      return false;
    }
    return true;
  }

  /** The unit that a key moves to; null if the key moves nowhere. */
  #reach(key) {
    const last = this.#units.length - 1;
    const forwards = getComputedStyle(this.#element).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    const to = (number) => Math.max(0, Math.min(last, number));
    if (key === "Home") return 0;
    if (key === "End") return last;
    if (key === "ArrowUp" || key === "ArrowDown") return this.#line(key === "ArrowUp" ? -1 : 1);
    if (key !== "ArrowLeft" && key !== "ArrowRight") return null;
    return to(this.#cursor + (key === forwards ? 1 : -1));
  }

  /** The unit on the line above or below that is nearest to the cursor. */
  #line(sign) {
    const middle = (number) => {
      const { left, right, top, bottom } = rangeOf(this.#element, ...this.#units[number])
        .getClientRects()[0] ?? { left: 0, right: 0, top: 0, bottom: 0 };
      return { x: (left + right) / 2, y: (top + bottom) / 2, height: bottom - top };
    };
    const from = middle(this.#cursor);
    let best = null;
    for (let number = this.#cursor + sign; this.#units[number]; number += sign) {
      const at = middle(number);
      const lines = Math.abs(at.y - from.y) / Math.max(1, from.height);
      if (lines < 0.5) continue;
      if (best && Math.abs(at.y - best.y) > from.height / 2) break;
      if (!best || Math.abs(at.x - from.x) < Math.abs(best.x - from.x)) best = { ...at, number };
    }
    return best?.number ?? (sign < 0 ? 0 : this.#units.length - 1);
  }

  #step(next, extend) {
    const had = this.#selected() !== null;
    if (extend) {
      this.#choose(this.#anchor ?? this.#cursor, next);
    } else {
      this.#cursor = next;
      if (had) this.#clear();
      else this.#render();
    }
    const span = this.span;
    const [start, end] = this.#units[next];
    this.#live.textContent = span ? this.quote(span) : this.#text.slice(start, end);
    this.#element.querySelector(".cursor")?.scrollIntoView({ block: "nearest" });
  }
}
