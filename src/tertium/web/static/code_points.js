// Positions in texts: the server counts code points, JavaScript counts UTF-16 units.

/** Converts positions in one text. Both ways round down to the code point that a unit is part of. */
export class CodePoints {
  #units;

  constructor(text) {
    this.#units = [];
    let unit = 0;
    for (const letter of text) {
      this.#units.push(unit);
      unit += letter.length;
    }
    this.#units.push(unit);
  }

  /** The number of code points of the text. */
  get length() {
    return this.#units.length - 1;
  }

  /** The position of a code point in UTF-16 units; positions outside the text become its ends. */
  toUnits(point) {
    return this.#units[Math.max(0, Math.min(this.length, point))];
  }

  /** The position of a UTF-16 unit in code points. */
  fromUnits(unit) {
    let [low, high] = [0, this.length];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#units[middle] <= unit) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
