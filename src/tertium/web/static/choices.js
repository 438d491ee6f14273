// Answer forms of radio buttons.

/** Mount a group of radio buttons; `choose` finds the value that a key stands for, or null. */
export function mountChoices(element, { onchange }, { read, choose }) {
  const inputs = [...element.querySelectorAll("input[type=radio]")];
  const chosen = () => inputs.find((input) => input.checked);

  for (const input of inputs) input.addEventListener("change", onchange);

  return {
    value: () => (chosen() ? { value: read(chosen().value) } : null),
    set(answer) {
      for (const input of inputs) {
        input.checked = read(input.value) === answer?.value;
      }
    },
    focus: () => (chosen() ?? inputs[0]).focus(),
    key(event) {
      const value = choose(event);
      const input = inputs.find((one) => value !== null && read(one.value) === value);
      if (!input) return false;
      input.checked = true;
      input.focus();
      onchange();
      return true;
    },
  };
}
