// Where errors stand, what can be done with them there, and how severe they look.

// Marks that are sent have these keys.
const SENT = ["start", "end", "side", "whole", "severity", "category", "comment", "suggestion"];

/** A mark as the server takes it. */
export function sent(mark) {
  return Object.fromEntries(SENT.filter((key) => key in mark).map((key) => [key, mark[key]]));
}

/** The place of a mark, as typologies call it. */
export function placeOf({ whole, side, start, end }) {
  if (whole) return "whole";
  if (side === "source") return "source";
  return start === end ? "gap" : "output";
}

/** Whether a mark has a category that can be chosen at its place, or needs none there. */
export function isPossible(mark, kinds) {
  const place = placeOf(mark);
  if (mark.category === "") return kinds.plain.includes(place);
  return kinds.categories.some(({ name, places }) => name === mark.category && places.includes(place));
}

/** Buttons of the chooser. */
export function actionsFor(begun, places) {
  const place = placeOf(begun.mark ?? begun);
  if (begun.mark) return place === "whole" ? ["delete", "close"] : ["extent", "another", "delete", "close"];
  return place === "output" && places.includes("gap") ? ["before", "after", "close"] : ["close"];
}

/** Severities with the tones in which they are shown, which grow with them. */
export function withTones(kinds) {
  const { severities } = kinds;
  const first = severities[0].name === "neutral" ? 0 : severities.length === 1 ? 2 : 1;
  const tone = (number) => String(Math.min(4, first + number));
  return { ...kinds, severities: severities.map((one, number) => ({ ...one, tone: tone(number) })) };
}
