// Answer form: semantic frames of the reference and of the output, matched and judged. See slider.js
// for the interface.

import { mountComment } from "../comment.js";
import { ROLES, dropLost, lacking, match, matchRoles } from "../frame_marks.js";
import { FrameText } from "../frame_text.js";
import { digitOf, letterOf } from "../keys.js";
import { Store } from "../store.js";

// References whose frames are kept, so that they are offered for the next outputs of the segment.
const KEPT = 200;

export function mount(page, { onchange, text, data }) {
  const store = new Store(`tertium.${data.campaign}.${data.annotator}.`);
  let sides = null;
  let shown = null;
  let comment = null;
  let todo = null;

  const both = () => [sides.reference, sides.output];

  /** The frames of a reference that the annotator has marked before, or null. */
  const known = (reference) =>
    (store.get("frames") ?? []).find((one) => one.reference === reference)?.frames ?? null;

  function keep() {
    const frames = sides.reference.marks.answer();
    const others = (store.get("frames") ?? []).filter(({ reference }) => reference !== shown);
    const list = frames.length ? [{ reference: shown, frames }, ...others] : others;
    store.set("frames", list.slice(0, KEPT));
  }

  /** The annotator has marked, removed or chosen something, in a frame of the output or elsewhere. */
  function changed(frame = null) {
    const [reference, output] = both();
    dropLost(output.marks, reference.marks);
    if (output.marks.frames.includes(frame)) {
      matchRoles(frame, reference.marks);
      activateOther(frame);
    }
    keep();
    render();
    onchange();
  }

  /** Show the frame of the reference that a frame of the output corresponds to. */
  function activateOther(frame) {
    const { marks } = sides.reference;
    marks.active = marks.frame(frame.match) ?? marks.active;
  }

  const choices = {
    activated(frame) {
      activateOther(frame);
      render();
    },
    match(item, id, frame) {
      if (item === frame) {
        frame.match = id;
        for (const filler of frame.fillers) filler.match = filler.mark = undefined;
        sides.output.marks.active = frame;
      } else {
        match(item, id);
      }
      changed(frame);
    },
    judge(filler, mark) {
      filler.mark = mark;
      changed();
    },
  };

  function side(name, content, title) {
    const selected = () => {
      // One selection at a time.
      for (const one of both()) if (one !== sides[name]) one.deselect();
    };
    return new FrameText({
      side: name,
      title,
      content,
      language: data.outputLanguage,
      fields: page.template.content.cloneNode(true),
      reference: name === "output" ? sides.reference : null,
      text,
      on: { changed, selected, ...choices },
    });
  }

  function render() {
    for (const one of both()) one.show();
    const next = step();
    todo.textContent = next.words
      ? text(`answer.frames.${next.key}`, { words: next.words })
      : text(`answer.frames.${next.key}`);
    todo.classList.toggle("done", next.key === "complete");
  }

  /** What is to be done next: the key of a sentence, and how to go there. */
  function step() {
    const { reference, output } = sides;
    if (!reference.marks.done) return { key: "todo-reference", go: () => reference.focus() };
    if (!output.marks.done) return { key: "todo-output", go: () => output.focus() };
    for (const frame of output.marks.frames) {
      const found = lacking(frame);
      if (!found) continue;
      const key = `todo-${found.what}`;
      return { key, words: output.quote(found.item), go: () => output.focusOn(found) };
    }
    return { key: "complete", go: () => output.focus() };
  }

  const answer = () => ({
    reference: sides.reference.marks.answer(),
    output: sides.output.marks.answer(sides.reference.marks),
  });

  return {
    show(item, given) {
      if (sides) for (const one of both()) one.release();
      shown = item.reference;
      page.item.classList.add("several");
      sides = {};
      sides.reference = side("reference", item.reference, text("annotate.reference"));
      sides.output = side("output", item.outputs[0], data.outputTitle);
      const foot = document.createElement("div");
      foot.className = "foot-of-frames";
      todo = document.createElement("p");
      todo.className = "todo";
      todo.setAttribute("role", "status");
      foot.append(todo);
      page.fields.replaceChildren();
      page.outputs.replaceChildren(...both().map(({ card }) => card), foot);
      for (const one of both()) one.begin();
      const offered = given ? null : known(item.reference);
      // A draft says whether a text without frames was left for later.
      const none = given?.none ?? { reference: Boolean(given), output: Boolean(given) };
      const frames = given?.reference ?? offered ?? [];
      const isOffered = offered !== null;
      sides.reference.set(frames, { none: none.reference && !frames.length, offered: isOffered });
      const theirs = given?.output ?? [];
      sides.output.set(theirs, { none: none.output && !theirs.length });
      comment = mountComment(foot, text, onchange);
      comment.set(given?.comment ?? "");
      render();
    },
    value: () => (step().key === "complete" ? { ...answer(), ...comment.value() } : null),
    draft: () => {
      const none = { reference: sides.reference.marks.none, output: sides.output.marks.none };
      return { ...answer(), ...comment.value(), none };
    },
    focus: () => step().go(),
    key(event) {
      const place = both().find(({ selected }) => selected);
      if (!place) return false;
      const number = digitOf(event);
      if (letterOf(event) === "p") return place.mark("predicate");
      return number !== null && number > 0 && number <= ROLES.length
        ? place.mark(ROLES[number - 1])
        : false;
    },
  };
}
