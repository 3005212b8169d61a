/** Owns "Play on from here": the page's own form, opened at the step that is shown. */

/** Opens the form for `hand`, from 0, and `step`; `opener` gets the focus back. */
export function makePlayOn(dialog) {
  const { form } = dialog.querySelector("button");
  dialog.querySelector("[data-close]").addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());

  function open(hand, step) {
    form.elements.hand.value = hand + 1;
    form.elements.step.value = step;
    dialog.showModal();
    form.querySelector("input[type=radio]:checked").focus();
  }

  return { open };
}
