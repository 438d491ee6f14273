// Predicates with the fillers of their roles, as they are marked in one text. Spans are half-open, in
// code points. Frames and fillers of an output have a `match`: the id of a frame or filler of the
// reference, 0 for none, undefined before it is chosen; fillers also have a `mark`, the judgment.

export const ROLES = ["who", "what", "whom", "when", "where", "why", "how", "other"];
export const MARKS = ["correct", "partial", "incorrect"];

let ids = 0;

export class FrameMarks {
  frames = [];
  // The frame that fillers are added to.
  active = null;
  // Whether the annotator says that the text has no predicate.
  none = false;

  /** Whether the annotator has marked something, or said that there is nothing to mark. */
  get done() {
    return this.frames.length > 0 || this.none;
  }

  frame(id) {
    return this.frames.find((one) => one.id === id);
  }

  /** Why a span cannot be a predicate, or a filler of the active frame: the key of a message, or "". */
  problem(role, span) {
    const overlaps = (other) => span.start < other.end && other.start < span.end;
    if (role === "predicate") return this.frames.some(overlaps) ? "overlap" : "";
    if (!this.active) return "first";
    return [this.active, ...this.active.fillers].some(overlaps) ? "overlap" : "";
  }

  /** Add a predicate, or a filler of the active frame; returns it. */
  add(role, { start, end }) {
    if (role === "predicate") {
      this.active = { id: ++ids, start, end, fillers: [] };
      this.frames = inOrder([...this.frames, this.active]);
      this.none = false;
      return this.active;
    }
    const filler = { id: ++ids, role, start, end };
    this.active.fillers = inOrder([...this.active.fillers, filler]);
    return filler;
  }

  /** Remove a frame or a filler. */
  remove(id) {
    this.frames = this.frames.filter((one) => one.id !== id);
    for (const frame of this.frames) frame.fillers = frame.fillers.filter((one) => one.id !== id);
    if (!this.frames.includes(this.active)) this.active = this.frames.at(-1) ?? null;
  }

  /** Take frames of an answer; those of an output name frames of the reference by their numbers. */
  set(given, reference = null) {
    this.frames = given.map(({ predicate, match, fillers }) => {
      const theirs = reference?.frames[match - 1]?.fillers ?? [];
      return {
        id: ++ids,
        start: predicate.start,
        end: predicate.end,
        match: match && reference?.frames[match - 1].id,
        fillers: fillers.map((one) => ({
          id: ++ids,
          role: one.role,
          start: one.start,
          end: one.end,
          match: one.match && theirs[one.match - 1].id,
          mark: one.mark,
        })),
      };
    });
    this.active = this.frames[0] ?? null;
    this.none = false;
  }

  /** The frames as an answer has them; what is not chosen yet is left out. */
  answer(reference = null) {
    return this.frames.map(({ start, end, match, fillers }) => {
      const other = reference?.frame(match);
      const number = (list, id) => (id ? list.findIndex((one) => one.id === id) + 1 : id);
      return defined({
        predicate: { start, end },
        match: reference ? number(reference.frames, match) : undefined,
        fillers: fillers.map((one) =>
          defined({
            role: one.role,
            start: one.start,
            end: one.end,
            match: other ? number(other.fillers, one.match) : undefined,
            mark: other ? one.mark : undefined,
          }),
        ),
      });
    });
  }
}

/** Forget matches with what the reference does not have any more. */
export function dropLost(output, reference) {
  for (const frame of output.frames) {
    const other = reference.frame(frame.match);
    if (frame.match && !other) frame.match = undefined;
    for (const filler of frame.fillers) {
      if (other && (!filler.match || other.fillers.some((one) => one.id === filler.match))) continue;
      filler.match = filler.mark = undefined;
    }
  }
}

/** Match fillers with the only filler of their role in the reference, if no other one has it. */
export function matchRoles(frame, reference) {
  const other = reference.frame(frame.match);
  if (!other) return;
  for (const filler of frame.fillers) {
    if (filler.match !== undefined) continue;
    const same = other.fillers.filter(({ role }) => role === filler.role);
    const rivals = frame.fillers.filter(({ role }) => role === filler.role);
    const taken = frame.fillers.some(({ match }) => match === same[0]?.id);
    if (same.length === 1 && rivals.length === 1 && !taken) filler.match = same[0].id;
    if (!other.fillers.length) match(filler, 0);
  }
}

/** Match a filler. One that corresponds to nothing is wrong. */
export function match(filler, id) {
  filler.match = id;
  if (id === 0) filler.mark = "incorrect";
  else if (id === undefined) filler.mark = undefined;
}

/** What is still to be chosen in a frame of an output: the frame or a filler, with what it lacks. */
export function lacking(frame) {
  if (frame.match === undefined) return { item: frame, what: "match" };
  if (frame.match === 0) return null;
  for (const item of frame.fillers) {
    if (item.match === undefined) return { item, what: "match" };
    if (item.mark === undefined) return { item, what: "judgment" };
  }
  return null;
}

function inOrder(spans) {
  return spans.sort((one, other) => one.start - other.start || one.end - other.end);
}

function defined(object) {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}
