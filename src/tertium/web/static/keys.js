// Keys of keyboards with other layouts.

/** The digit of a key, or null. AZERTY needs Shift for digits, and Arabic layouts have their own. */
export function digitOf(event) {
  if (/^[0-9]$/.test(event.key)) return Number(event.key);
  const place = /^(?:Digit|Numpad)([0-9])$/.exec(event.code);
  return place && !event.shiftKey && event.key.length === 1 ? Number(place[1]) : null;
}

/** The Latin letter of a key in lower case; by its place if the layout has other letters. */
export function letterOf(event) {
  if (event.key.length !== 1) return "";
  if (event.key.charCodeAt(0) < 128) return event.key.toLowerCase();
  return /^Key([A-Z])$/.exec(event.code)?.[1].toLowerCase() ?? "";
}
