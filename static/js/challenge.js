/** The form of a new table: shows in words, as one chooses, what the server will make of it. */

const WAIT_MS = 150;

let pending = null;
let timer = 0;

function listItems(list, texts) {
  list.replaceChildren(...texts.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
}

function showErrors(form, errors) {
  for (const place of form.querySelectorAll("[data-errors]")) {
    const name = place.dataset.errors;
    const texts = errors[name] ?? [];
    const list = Object.assign(document.createElement("ul"), { className: "errorlist" });
    listItems(list, texts);
    place.replaceChildren(...(texts.length ? [list] : []));
    markControl(form.elements[name], place, texts.length > 0);
  }
}

function markControl(control, place, isWrong) {
  if (!(control instanceof HTMLSelectElement)) return;
  if (isWrong) {
    control.setAttribute("aria-invalid", "true");
    control.setAttribute("aria-describedby", place.id);
  } else {
    control.removeAttribute("aria-invalid");
    control.removeAttribute("aria-describedby");
  }
}

function showDescription(form, { rules_id: id, sentences }, problems) {
  const box = form.querySelector("[data-description]");
  const list = box.querySelector("[data-sentences]");
  const shown = box.querySelector("[data-shown-id]");
  listItems(list, problems.length ? problems : sentences);
  list.hidden = false;
  shown.hidden = !id;
  shown.querySelector("code").textContent = id;
  box.classList.toggle("bad", problems.length > 0);
  box.querySelector("[data-description-loading]").hidden = true;
}

/** The id goes with the form, so that no other rules than those described can be started. */
function show(form, answer, keepErrors) {
  form.querySelector("[data-rules-id]").value = answer.rules_id;
  if (!keepErrors) showErrors(form, answer.errors);
  showDescription(form, answer, Object.values(answer.errors).flat());
}

function showUnreachable(form) {
  form.querySelector("[data-rules-id]").value = "";
  const text = gettext("The site cannot be reached just now, so these rules are not described. They are checked when you start.");
  showDescription(form, { rules_id: "", sentences: [] }, [text]);
}

function address(form) {
  const query = new URLSearchParams(new FormData(form));
  query.delete("csrfmiddlewaretoken");
  query.delete("rules_id");
  return `${form.dataset.preview}?${query}`;
}

async function preview(form, { keepErrors = false } = {}) {
  pending?.abort();
  pending = new AbortController();
  try {
    const response = await fetch(address(form), { headers: { Accept: "application/json" }, signal: pending.signal });
    if (!response.ok) throw new Error(String(response.status));
    show(form, await response.json(), keepErrors);
  } catch (error) {
    if (error.name !== "AbortError") showUnreachable(form);
  }
}

for (const form of document.querySelectorAll("form[data-challenge]")) {
  form.addEventListener("change", () => {
    form.querySelector("[data-rules-id]").value = "";
    pending?.abort(); // an answer still on its way is about what was chosen before
    clearTimeout(timer);
    timer = setTimeout(preview, WAIT_MS, form);
  });
  // What the server refused stays on the page until something is changed.
  window.addEventListener("pageshow", () => preview(form, { keepErrors: form.querySelector(".errorlist") !== null }));
}
