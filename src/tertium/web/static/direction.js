// Direction of texts. The first letter of a sentence is a bad guess: Arabic sentences can begin with
// a Latin name. The language of the text decides, unless no letter of the text is of its direction.

const RIGHT_TO_LEFT = new Set(
  "ar arc arz azb bal bcc bqi ckb dv fa glk he iw khw ks lrc mzn nqo pnb prs ps sd syr ug ur yi".split(" "),
);
const SCRIPTS = /-(Adlm|Arab|Hebr|Mand|Nkoo|Rohg|Samr|Syrc|Thaa)\b/i;
const OTHER_SCRIPTS = /-(Latn|Cyrl|Deva)\b/i;
const RIGHT_LETTER =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
const LEFT_LETTER =
  /(?![\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}])\p{L}/u;

/** Direction of a text in a language: "ltr", "rtl", or "auto" if neither is certain. */
export function direction(text, language) {
  if (!language) return "auto";
  const right = isRightToLeft(language);
  return (right ? RIGHT_LETTER : LEFT_LETTER).test(text) ? (right ? "rtl" : "ltr") : "auto";
}

/** Show a text in an element, as text only. */
export function showText(element, text, language) {
  element.textContent = text;
  element.dir = direction(text, language);
  if (language) element.lang = language;
}

function isRightToLeft(language) {
  if (SCRIPTS.test(language)) return true;
  if (OTHER_SCRIPTS.test(language)) return false;
  return RIGHT_TO_LEFT.has(language.split(/[-_]/)[0].toLowerCase());
}
