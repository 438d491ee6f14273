// The errors of one output: marked in its text or in the source, listed, changed and deleted.

import { ErrorChooser } from "./error_chooser.js";
import { errorRow, quoted } from "./error_list.js";
import { actionsFor, isPossible, placeOf, sent, withTones } from "./error_places.js";
import { letterOf } from "./keys.js";
import { LETTERS, Marking, WORDS } from "./marking.js";

// Letters around a gap in which the words beside it are looked for.
const REACH = 20;

/**
 * The errors of one output. `fieldset` is that of templates/errors.html, `output` the element with the
 * text. It stands below the text from now on. The owner asks for `spans` (null while a suggestion is
 * undecided), hands keys to `key`, and hears of changes by `onchange`.
 */
export class ErrorMarks {
  #fieldset;
  #options;
  #screen;
  #place;
  #marking = null;
  #chooser;
  #marks = [];
  #next = 1;
  // What the chooser is about: {mark} to change, or {start, end, side}, or {whole}; null if closed.
  #begun = null;
  // The mark whose words are being selected anew.
  #moving = null;

  constructor(fieldset, screen, { output, text, data, onchange }) {
    this.#fieldset = fieldset;
    this.#screen = screen;
    this.#options = { text, data, onchange, kinds: withTones(data.typology) };
    output.after(fieldset);
    this.#place = screen.join(this);
    this.#chooser = new ErrorChooser(
      fieldset.querySelector(".chooser"),
      this.#options.kinds,
      text,
      {
        onchoose: (chosen, complete) => this.#choose(chosen, complete),
        onaction: (name) => this.#act(name),
      },
    );
    if (!output.classList.contains("soft")) {
      this.#marking = new Marking(output, {
        label: output.closest(".output").querySelector("h2").id,
        hint: fieldset.querySelector(".hint").id,
        language: data.outputLanguage,
        gaps: data.typology.places.includes("gap"),
        onselect: (span) => this.#select(span && { ...span, side: "output" }),
        onopen: () => this.openChooser(),
        onpick: ([id]) => this.edit(id),
      });
    }
    this.#button("letters").hidden = this.#marking === null && !screen.hasSource;
    this.#button("letters").addEventListener("click", () => this.#toggleLetters());
    this.#button("whole").hidden = !data.typology.places.includes("whole");
    this.#button("whole").addEventListener("click", () => {
      this.#begin({ whole: true });
      this.openChooser();
    });
    fieldset.querySelector(".marks").addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) this.#ofList(button.dataset.do, Number(button.closest("li").dataset.id));
    });
  }

  /** Show an answer, or the suggestions for an output that was not answered. */
  set(answer, suggestions = []) {
    const given = answer?.spans ?? suggestions.map(({ id, ...one }) => {
      const possible = { ...one, suggestion: id, undecided: true };
      return isPossible(possible, this.#options.kinds) ? possible : { ...possible, category: "" };
    });
    this.#marks = given.map((one) => ({ ...one, id: this.#next++ }));
    this.drop();
    this.#render();
  }

  /** The marks as the server takes them; null while a suggestion is neither accepted nor deleted. */
  get spans() {
    return this.#marks.some(({ undecided }) => undecided) ? null : this.#marks.map(sent);
  }

  /** The marks as they are, for an answer that is not complete. */
  get draft() {
    return this.#marks.map((one) => (one.undecided ? { ...sent(one), undecided: true } : sent(one)));
  }

  get count() {
    return this.#marks.length;
  }

  /** Whether an error of the highest severity is marked. */
  get hasWorst() {
    return this.#marks.some(({ severity }) => severity === this.#options.kinds.severities.at(-1).name);
  }

  /** Whether a place is selected, but its error not chosen. */
  get isUnfinished() {
    return this.#begun !== null && !this.#begun.mark;
  }

  key(event) {
    if (this.#chooser.isOpen && this.#chooser.digit(event)) return true;
    if (event.key === "Escape" && this.#begun) {
      this.#act("close");
      return true;
    }
    if (letterOf(event) === "l" && !this.#button("letters").hidden) {
      this.#toggleLetters();
      return true;
    }
    return false;
  }

  focus() {
    const undecided = this.#fieldset.querySelector('.marks [data-do="accept"]');
    if (undecided) undecided.focus();
    else if (this.#begun) this.#chooser.focus();
    else (this.#marking ?? this.#button("whole")).focus();
  }

  // For the screen

  selectSource(span) {
    this.#select(span && { ...span, side: "source" });
  }

  sourceMarks() {
    return this.#shown("source");
  }

  granularity(granularity) {
    if (this.#marking) this.#marking.granularity = granularity;
    this.#button("letters").setAttribute("aria-pressed", String(granularity === LETTERS));
  }

  openChooser() {
    if (!this.#fieldset.inert && this.#chooser.isOpen) this.#chooser.focus();
  }

  /** Drop what was begun and not finished. */
  drop() {
    this.#begun = this.#moving = null;
    this.#picking(true);
    this.#marking?.select(null);
    this.#chooser.close();
    this.#render();
  }

  edit(id) {
    const mark = this.#marks.find((one) => one.id === id);
    if (mark) this.#begin({ mark });
  }

  // What the chooser is about

  #select(place) {
    if (place === null) {
      if (this.#begun && !this.#begun.mark) this.#close();
    } else if (this.#moving) {
      this.#move(place);
    } else {
      this.#begin(place);
    }
  }

  #begin(begun) {
    if (this.#fieldset.inert) {
      this.drop();
      return;
    }
    const inSource = begun.side === "source";
    this.#screen.began(this.#place, { inSource });
    if (begun.side !== "output") this.#marking?.select(null);
    this.#moving = null;
    this.#picking(true);
    this.#show(begun);
    this.#render();
  }

  #show(begun) {
    const about = begun.mark ?? begun;
    this.#begun = begun;
    this.#chooser.open({
      ...this.#title(about),
      place: placeOf(about),
      actions: actionsFor(begun, this.#options.kinds.places),
      severity: about.severity,
      category: about.category,
      comment: about.comment,
    });
  }

  #choose({ severity, category, comment }, complete) {
    const { mark, ...place } = this.#begun;
    const more = comment ? { comment } : {};
    if (mark) {
      const { comment: before, undecided, ...rest } = mark;
      // A comment alone does not accept a suggestion.
      const left = undecided && !complete ? { undecided } : {};
      const after = { ...rest, severity, category, ...more, ...left };
      this.#replace(mark, after);
      if (complete && !this.#chooser.needsCategory(placeOf(after))) this.#close();
    } else if (complete) {
      this.#marks.push({ ...place, severity, category, ...more, id: this.#next++ });
      this.#close();
    } else {
      return;
    }
    this.#changed();
  }

  #act(name) {
    const { mark, ...place } = this.#begun;
    const { start, end, side } = mark ?? place;
    if (name === "close") {
      this.#close();
    } else if (name === "delete") {
      this.#delete(mark.id);
    } else if (name === "another") {
      this.#begin({ start, end, side });
      this.#selectIn(side, { start, end });
      this.#chooser.focus();
    } else if (name === "extent") {
      // The cursor is there, and the first click selects anew.
      this.#selectIn(side, { start, end });
      this.#selectIn(side, null);
      this.#moving = mark;
      this.#picking(false);
      this.#chooser.retitle([this.#options.text("errors.move")]);
      this.#focusText(side);
    } else {
      const gap = this.#marking.gapBeside(name === "after");
      this.#begin({ ...gap, side });
      this.#marking.select(gap);
      this.#chooser.focus();
    }
  }

  /** Whether clicks on marks open them, or select words that are marked already. */
  #picking(picks) {
    if (this.#marking) this.#marking.picks = picks;
    this.#screen.picksInSource(picks);
  }

  #selectIn(side, span) {
    if (side === "source") this.#screen.selectInSource(span);
    else this.#marking.select(span);
  }

  #focusText(side) {
    if (side === "source") this.#screen.focusSource();
    else (this.#marking ?? this.#button("whole")).focus();
  }

  /** Give the mark whose words are selected anew its new place. */
  #move(place) {
    const { undecided, ...mark } = this.#moving;
    const after = { ...mark, ...place };
    if (!isPossible(after, this.#options.kinds)) after.category = "";
    this.#replace(this.#moving, after);
    this.#moving = after;
    this.#show({ mark: after });
    this.#changed();
  }

  #close() {
    const side = (this.#begun?.mark ?? this.#begun)?.side;
    const inside = this.#chooser.contains(document.activeElement);
    this.drop();
    this.#screen.selectInSource(null);
    if (inside) this.#focusText(side);
  }

  // Marks

  #replace(before, after) {
    this.#marks = this.#marks.map((one) => (one.id === before.id ? after : one));
    if (this.#begun?.mark?.id === before.id) this.#begun = { mark: after };
    if (this.#moving?.id === before.id) this.#moving = after;
  }

  #delete(id) {
    this.#marks = this.#marks.filter((one) => one.id !== id);
    this.#close();
    this.#changed();
  }

  #ofList(name, id) {
    if (name === "delete") {
      this.#delete(id);
      this.focus();
    } else if (name === "accept") {
      const { undecided, ...mark } = this.#marks.find((one) => one.id === id);
      if (this.#chooser.needsCategory(placeOf(mark)) && mark.category === "") return this.#open(id);
      this.#replace(mark, mark);
      this.#changed();
      this.focus();
    } else {
      this.#open(id);
    }
  }

  #open(id) {
    this.edit(id);
    this.#chooser.focus();
  }

  #toggleLetters() {
    const pressed = this.#button("letters").getAttribute("aria-pressed") === "true";
    this.#screen.letters(pressed ? WORDS : LETTERS);
  }

  #changed() {
    this.#render();
    this.#options.onchange();
  }

  // What is shown

  #shown(side) {
    return this.#marks
      .filter((one) => !one.whole && one.side === side)
      .sort((one, other) => this.#rank(one) - this.#rank(other))
      .map((one) => ({
        id: one.id,
        start: one.start,
        end: one.end,
        tone: this.#severity(one)?.tone ?? "0",
        active: one.id === this.#begun?.mark?.id,
        suggested: one.undecided === true,
      }));
  }

  #severity(mark) {
    return this.#options.kinds.severities.find(({ name }) => name === mark.severity);
  }

  #rank(mark) {
    return this.#options.kinds.severities.findIndex(({ name }) => name === mark.severity);
  }

  #render() {
    this.#marking?.show(this.#shown("output"));
    this.#screen.showSource();
    const list = this.#fieldset.querySelector(".marks");
    const order = (one) => (one.whole ? -1 : one.start + (one.side === "source" ? 1e9 : 0));
    const marks = [...this.#marks].sort((one, other) => order(one) - order(other));
    const focused = list.contains(document.activeElement) ? document.activeElement : null;
    const id = focused?.closest("li").dataset.id;
    const active = this.#begun?.mark?.id;
    list.replaceChildren(
      ...marks.map((mark) =>
        errorRow(mark, this.#title(mark).title, this.#options, mark.id === active),
      ),
    );
    list.hidden = marks.length === 0;
    if (id) list.querySelector(`[data-id="${id}"] [data-do="${focused.dataset.do}"]`)?.focus();
    this.#fieldset.querySelector(".decide").hidden = !marks.some(({ undecided }) => undecided);
  }

  /** What a mark is about: words of the output or the source, a gap, or the whole output. */
  #title(about) {
    const { text, data } = this.#options;
    if (about.whole) return labelled([text("errors.whole")]);
    const inSource = about.side === "source";
    if (about.start === about.end) {
      const around = this.#around(about.start);
      return labelled([`${text("errors.gap")} `, quoted(around, data.outputLanguage)]);
    }
    const words = inSource ? this.#screen.quoteSource(about) : (this.#marking?.quote(about) ?? "");
    const quote = quoted(words, inSource ? data.sourceLanguage : data.outputLanguage);
    return labelled(inSource ? [`${text("errors.source")} `, quote] : [quote]);
  }

  /** The words before and after a gap. */
  #around(place) {
    const before = this.#marking.quote({ start: Math.max(0, place - REACH), end: place });
    const after = this.#marking.quote({ start: place, end: place + REACH });
    const words = [before.trim().split(/\s+/u).at(-1), after.trim().split(/\s+/u)[0]];
    return words.join(" ⟨ ⟩ ").trim();
  }

  #button(name) {
    return this.#fieldset.querySelector(`[data-do="${name}"]`);
  }
}

function labelled(nodes) {
  const label = nodes.map((node) => (typeof node === "string" ? node : node.textContent)).join("");
  return { title: nodes, label };
}
