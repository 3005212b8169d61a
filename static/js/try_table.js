/** Lays a table to play beside the text of a rules page; without scripts the form leads to the table's own page. */

import { mountTable } from "./table/table.js";

/** The site was reached and said no; the message is for the player. */
class Refusal extends Error {}

function says(aside, text) {
  const line = aside.querySelector("[data-try-says]") ?? document.createElement("p");
  line.dataset.trySays = "";
  line.setAttribute("role", "status");
  line.textContent = text;
  if (!line.isConnected) aside.append(line);
}

async function askForTable(form) {
  const response = await fetch(form.action, {
    method: "POST",
    body: new FormData(form),
    headers: { Accept: "application/json" },
  });
  const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
  if (!isJson) throw new Refusal(refusalText(response.status));
  const answer = await response.json();
  if (response.ok) return answer;
  throw new Refusal(Object.values(answer.errors).flat().join(" "));
}

/** What a refusal without words of its own means: it comes from before the view, or from a server in front. */
function refusalText(status) {
  if (status === 403) return gettext("This page was open for too long. Nothing was started. Reload it and try again.");
  if (status === 429) return gettext("That was too often in a short time. Nothing was started. Wait a minute.");
  return gettext("The site could not set the table. Nothing was started. Please try again.");
}

function layTable(aside, { code, url }) {
  const table = Object.assign(document.createElement("section"), { className: "table" });
  table.dataset.table = code;
  const link = Object.assign(document.createElement("a"), { className: "try-link", href: url });
  link.textContent = gettext("Open this table on its own page");
  aside.classList.add("playing");
  aside.replaceChildren(table, link);
  mountTable(table, { code });
  table.tabIndex = -1;
  table.focus();
}

/** A refusal has its words; anything else means that the site was not reached. */
function explain(error) {
  if (error instanceof Refusal) return error.message;
  return gettext("The table could not be set: the site was not reached. Nothing was started. Please try again.");
}

async function deal(aside, form) {
  if (aside.ariaBusy === "true") return;
  aside.ariaBusy = "true";
  says(aside, gettext("Setting the table…"));
  try {
    layTable(aside, await askForTable(form));
  } catch (error) {
    says(aside, explain(error));
  } finally {
    aside.ariaBusy = "false";
  }
}

for (const aside of document.querySelectorAll("[data-try-table]")) {
  const form = aside.querySelector("form");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    deal(aside, form);
  });
}
