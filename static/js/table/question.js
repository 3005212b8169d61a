/** Owns the question before something that cannot simply be undone: what happens then, a yes and a no. */

import { el, setText, uniqueId } from "./dom.js";

/** A dialog with a `title`, a `text`, the buttons `yes` and `no`; `sure()` is called on a yes. `open()` asks,
 * `say(text)` changes the text. */
export function makeQuestion({ title, text, yes, no, sure }) {
  const heading = el("h2", { text: title, id: uniqueId("question") });
  const body = el("p", { id: uniqueId("question"), text });
  const element = el("dialog", { class: "keys ask", "aria-labelledby": heading.id, "aria-describedby": body.id },
    heading, body, el("div", { class: "ask-buttons" },
      el("button", { type: "button", class: "table-button table-button--main", text: yes,
        onclick: () => element.close("sure") }),
      el("button", { type: "button", class: "table-button", autofocus: true, text: no,
        onclick: () => element.close("") })));
  element.addEventListener("click", (event) => event.target === element && element.close(""));
  element.addEventListener("cancel", () => { element.returnValue = ""; });
  element.addEventListener("close", () => element.returnValue === "sure" && sure());

  function open() {
    element.returnValue = "";
    element.showModal();
  }

  return { element, open, say: (words) => setText(body, words) };
}
