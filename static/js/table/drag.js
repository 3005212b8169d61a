/** Owns dragging a card to the middle: never needed, and ended by letting go anywhere but on the felt. */

const STARTS_AT = 12;

/** The drag of one button, from the press to the release. */
class Drag {
  #button;
  #rules;
  #start = null;
  #isMoving = false;

  constructor(button, rules) {
    this.#button = button;
    this.#rules = rules;
  }

  press({ button, clientX, clientY, pointerId }) {
    if (button === 0 && this.#rules.mayDrag()) this.#start = { x: clientX, y: clientY, id: pointerId };
  }

  move({ clientX, clientY, pointerId }) {
    if (this.#start?.id !== pointerId) return;
    const [x, y] = [clientX - this.#start.x, clientY - this.#start.y];
    if (!this.#isMoving && Math.hypot(x, y) < STARTS_AT) return;
    if (!this.#isMoving) this.#button.setPointerCapture(pointerId);
    this.#isMoving = true;
    this.#button.classList.add("is-dragged");
    this.#button.style.translate = `${x}px ${y}px`;
  }

  release({ clientX, clientY }) {
    const isDrop = this.#isMoving && this.#rules.isTarget(clientX, clientY);
    if (this.#isMoving) swallowClick(this.#button);
    this.end();
    if (isDrop) this.#rules.onDrop();
  }

  end() {
    this.#start = null;
    this.#isMoving = false;
    this.#button.classList.remove("is-dragged");
    this.#button.style.translate = "";
  }
}

/** The click that follows a drag at once, if one does, is none. */
function swallowClick(button) {
  button.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => button.removeEventListener("click", swallow, { capture: true }));
}

function swallow(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/**
 * Lets `button` be dragged while `mayDrag()` holds; `onDrop()` is called when it is let go where `isTarget(x, y)` says.
 * A drag swallows the click that would follow it.
 */
export function makeDraggable(button, rules) {
  const drag = new Drag(button, rules);
  button.addEventListener("pointerdown", (event) => drag.press(event));
  button.addEventListener("pointermove", (event) => drag.move(event));
  button.addEventListener("pointerup", (event) => drag.release(event));
  button.addEventListener("pointercancel", () => drag.end());
}
