// What the outputs on a screen share when errors are marked: the source, and one open chooser.

import { Marking } from "./marking.js";

/**
 * The screen of an item. Parts (see error_marks.js) join it in the order of the outputs; missing
 * content that is marked in the source belongs to one of them, which the annotator chooses.
 */
export class ErrorScreen {
  #page;
  #options;
  #parts = [];
  #source = null;
  #owner = 0;
  #owners = null;

  constructor(page, options) {
    this.#page = page;
    this.#options = options;
  }

  /** Begin an item, before its outputs are shown. */
  show(item) {
    this.#source?.release();
    this.#owners?.remove();
    this.#parts = [];
    [this.#source, this.#owners, this.#owner] = [null, null, 0];
    const element = this.#page.item.querySelector("#source");
    if (!element || (item.source ?? "").trim() === "") return;
    const { text, data } = this.#options;
    if (!data.typology.places.includes("source")) return;
    this.#source = new Marking(element, {
      label: "source-title",
      language: data.sourceLanguage,
      gaps: false,
      onselect: (span) => this.#parts[this.#owner]?.selectSource(span),
      onopen: () => this.#parts[this.#owner]?.openChooser(),
      onpick: ([id]) => this.#pick(id),
    });
    if (item.outputs.length < 2) return;
    this.#owners = ownersOf(item.outputs.length, text, (place) => {
      this.#owner = place;
      const { span } = this.#source;
      if (span) this.#parts[place].selectSource(span);
    });
    element.after(this.#owners);
    this.#showOwner();
  }

  /** Add the marks of the next output; returns its place. */
  join(part) {
    return this.#parts.push(part) - 1;
  }

  get hasSource() {
    return this.#source !== null;
  }

  /** A part begins or changes a mark: the other parts drop what they have begun. */
  began(place, { inSource = false } = {}) {
    this.#owner = place;
    this.#showOwner();
    if (!inSource) this.#source?.select(null);
    for (const [number, part] of this.#parts.entries()) if (number !== place) part.drop();
  }

  selectInSource(span) {
    this.#source?.select(span);
  }

  picksInSource(picks) {
    if (this.#source) this.#source.picks = picks;
  }

  focusSource() {
    this.#source?.focus();
  }

  quoteSource(span) {
    return this.#source ? this.#source.quote(span) : "";
  }

  /** Show the marks of all parts in the source. */
  showSource() {
    const marks = this.#parts.flatMap((part, place) =>
      part.sourceMarks().map((mark) => ({ ...mark, id: `${place}:${mark.id}` })),
    );
    this.#source?.show(marks);
  }

  /** Mark words or single letters, in all texts. */
  letters(granularity) {
    for (const part of this.#parts) part.granularity(granularity);
    if (this.#source) this.#source.granularity = granularity;
  }

  #pick(id) {
    const [place, own] = id.split(":");
    this.#parts[Number(place)].edit(Number(own));
  }

  #showOwner() {
    const input = this.#owners?.querySelectorAll("input")[this.#owner];
    if (input) input.checked = true;
  }
}

/** Radio buttons for the output in which content of the source is missing. */
function ownersOf(count, text, choose) {
  const made = document.createElement("fieldset");
  made.className = "owners";
  const legend = document.createElement("legend");
  legend.textContent = text("errors.owner");
  made.append(legend);
  for (let place = 0; place < count; place++) {
    const label = document.createElement("label");
    const input = document.createElement("input");
    input.type = "radio";
    input.name = "owner";
    input.autocomplete = "off";
    input.addEventListener("change", () => choose(place));
    label.append(input, text("annotate.output-letter", { letter: "ABCDEFGHIJ"[place] }));
    made.append(label);
  }
  return made;
}
