/** What every page does: applies the preferences, and runs the header's text size and the settings. */

import { CHOICES, DEFAULTS, get, getChosen, set, subscribe } from "./preferences.js";

const LESS_MOTION = "(prefers-reduced-motion: reduce)";
const TEXT_NAMES = {
  16: () => gettext("Small text"),
  18: () => gettext("Normal text"),
  21: () => gettext("Large text"),
  25: () => gettext("Largest text"),
};

function stepText(by) {
  const sizes = CHOICES.text;
  const next = sizes[sizes.indexOf(get("text")) + by];
  if (next) set("text", next);
}

function showTextSteps() {
  const sizes = CHOICES.text;
  const at = sizes.indexOf(get("text"));
  for (const button of document.querySelectorAll("[data-text-step]")) {
    const isEnd = sizes[at + Number(button.dataset.textStep)] === undefined;
    button.setAttribute("aria-disabled", String(isEnd));
  }
}

function sayTextSize() {
  for (const status of document.querySelectorAll("[data-text-name]")) status.textContent = TEXT_NAMES[get("text")]();
}

/** The choices in force: what was chosen, else what the device asks for, else the default. */
function fillSettings(form) {
  const values = { ...DEFAULTS, ...document.documentElement.dataset, ...getChosen() };
  for (const [key, choices] of Object.entries(CHOICES)) {
    const control = form.elements[key];
    if (choices.includes(true)) control.checked = values[key];
    else control.value = String(values[key]);
  }
  form.querySelector("[data-reduced-motion]").hidden = !window.matchMedia(LESS_MOTION).matches;
}

function readControl(control) {
  if (control.type === "checkbox") return control.checked;
  return CHOICES[control.name].find((choice) => String(choice) === control.value);
}

function runSettings(dialog) {
  const form = dialog.querySelector("form");
  form.addEventListener("change", (event) => set(event.target.name, readControl(event.target)));
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  for (const button of document.querySelectorAll("[data-open-settings]")) {
    button.addEventListener("click", () => {
      fillSettings(form);
      dialog.showModal();
    });
  }
  subscribe(() => fillSettings(form));
}

function markCurrentPage() {
  for (const link of document.querySelectorAll(".site-nav a")) {
    if (link.pathname === window.location.pathname) link.setAttribute("aria-current", "page");
  }
}

/** Says so on the button while a form is being sent, and sends it once. */
function showSending(event) {
  const button = event.submitter;
  if (event.defaultPrevented || !button?.dataset.busy) return;
  if (button.getAttribute("aria-busy") === "true") {
    event.preventDefault();
    return;
  }
  button.dataset.idle = button.textContent;
  button.textContent = button.dataset.busy;
  button.setAttribute("aria-busy", "true");
}

/** A page from before a log-in, in another tab or taken out of the cache, sends the token of now. */
function refreshToken(event) {
  const field = event.target.elements.csrfmiddlewaretoken;
  const cookie = document.cookie.split("; ").find((part) => part.startsWith("csrftoken="));
  if (field && cookie) field.value = cookie.slice("csrftoken=".length);
}

/** A page taken out of the back-forward cache shows its buttons at rest again. */
function restButtons() {
  for (const button of document.querySelectorAll("[aria-busy][data-idle]")) {
    button.textContent = button.dataset.idle;
    button.removeAttribute("aria-busy");
  }
}

subscribe((key) => {
  window.applyAppearance(getChosen());
  showTextSteps();
  if (key === "text") sayTextSize();
});
for (const query of [LESS_MOTION, "(prefers-contrast: more)"]) {
  window.matchMedia(query).addEventListener("change", () => window.applyAppearance(getChosen()));
}
for (const button of document.querySelectorAll("[data-text-step]")) {
  button.addEventListener("click", () => stepText(Number(button.dataset.textStep)));
}
runSettings(document.getElementById("settings"));
showTextSteps();
markCurrentPage();
document.addEventListener("submit", refreshToken, { capture: true });
document.addEventListener("submit", showSending);
window.addEventListener("pageshow", restButtons);
