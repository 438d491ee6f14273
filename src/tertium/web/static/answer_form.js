// The form for an answer, on every page that shows items.

import { mountPointing } from "./pointing.js";

/** Mount the form of the campaign's way to answer; `onchange` is called after every change. */
export async function mountAnswerForm(data, text, onchange) {
  const { mount } = await import(`./answers/${data.answer}.js`);
  const numbers = new Intl.NumberFormat(data.language);
  const [item, outputs, fields, source] = ["item", "outputs", "fields", "source"].map((id) =>
    document.getElementById(id),
  );
  const form = mount(
    { item, outputs, fields, template: document.getElementById("part") },
    { onchange, text, number: (value) => numbers.format(value), data },
  );
  mountPointing(outputs, source);
  return form;
}
