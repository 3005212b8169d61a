/** Owns the button that copies a link; where the browser does not let it, the link is marked to be copied by hand. */

async function copy(input) {
  input.select();
  try {
    await navigator.clipboard.writeText(input.value);
    return gettext("The link is copied.");
  } catch {
    return gettext("The link is marked: copy it with the keys of your device.");
  }
}

/** Shows the button of `root`, which copies its link; `says(text)` tells what became of it. */
export function offerCopying(root, says) {
  const button = root.querySelector("[data-copy]");
  const input = root.querySelector("[data-address]");
  if (button === null) return;
  button.addEventListener("click", async () => says(await copy(input)));
  button.hidden = false;
}
