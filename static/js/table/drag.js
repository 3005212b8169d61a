/** Owns dragging a card to the middle: never needed, and ended by letting go anywhere but on the felt. */

const STARTS_AT = 12;

/**
 * Lets `button` be dragged while `mayDrag()` holds; `onDrop()` is called when it is let go outside the own cards.
 * A drag swallows the click that would follow it.
 */
export function makeDraggable(button, { mayDrag, isTarget, onDrop }) {
  let start = null;
  let dragging = false;

  function end() {
    start = null;
    dragging = false;
    button.classList.remove("is-dragged");
    button.style.translate = "";
  }

  button.addEventListener("pointerdown", (event) => {
    if (event.button === 0 && mayDrag()) start = { x: event.clientX, y: event.clientY, id: event.pointerId };
  });
  button.addEventListener("pointermove", (event) => {
    if (start === null || event.pointerId !== start.id) return;
    const [x, y] = [event.clientX - start.x, event.clientY - start.y];
    if (!dragging && Math.hypot(x, y) < STARTS_AT) return;
    if (!dragging) button.setPointerCapture(start.id);
    dragging = true;
    button.classList.add("is-dragged");
    button.style.translate = `${x}px ${y}px`;
  });
  button.addEventListener("pointerup", (event) => {
    const isDrop = dragging && isTarget(event.clientX, event.clientY);
    if (dragging) button.addEventListener("click", swallow, { capture: true, once: true });
    if (dragging) setTimeout(() => button.removeEventListener("click", swallow, { capture: true }));
    end();
    if (isDrop) onDrop();
  });
  button.addEventListener("pointercancel", end);
}

function swallow(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}
