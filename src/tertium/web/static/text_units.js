// The parts of a text that can be marked: words and marks of punctuation, or single graphemes.

export const WORDS = "word";
export const LETTERS = "grapheme";

/**
 * The units of a text in their order, as [start, end) in UTF-16 units. Between words there are spaces,
 * which are no units; single letters include spaces.
 */
export function unitsOf(text, language, granularity) {
  const found = [];
  for (const { segment, index } of segmenter(language, granularity).segment(text)) {
    if (granularity === LETTERS || segment.trim() !== "") found.push([index, index + segment.length]);
  }
  return found;
}

/** The number of the unit at a position: the one around it, or else the next one, or the last one. */
export function unitAt(units, position) {
  let [low, high] = [0, units.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (units[middle][1] <= position) low = middle + 1;
    else high = middle;
  }
  return high < 0 ? -1 : low;
}

function segmenter(language, granularity) {
  try {
    return new Intl.Segmenter(language || undefined, { granularity });
  } catch {
    // The language code of a file may be none that browsers know.
    return new Intl.Segmenter(undefined, { granularity });
  }
}
