/** Owns the page Verify a game: takes a file, has it checked on this device, and shows what came of it. */

import { canHash } from "./bytes.js";
import { openChecker } from "./checker.js";
import { hasEd25519 } from "./ed25519.js";
import { readFields } from "./form.js";
import { MOST_BYTES } from "./reading.js";
import { drawReport, verdictOf } from "./result.js";
import { fetchKeys, sayKeys, saySignature } from "./site_keys.js";
import { stepName } from "./steps.js";

const TOO_LARGE = { code: "E_FORMAT", line: 0, reason: "too_large", values: {} };

class Page {
  #file = null;
  #asked = 0;

  constructor(form) {
    this.form = form;
    this.drop = form.querySelector("[data-drop]");
    this.progress = form.querySelector("[data-progress]");
    this.again = form.querySelector("[data-again]");
    this.status = document.querySelector("[data-said]");
    this.result = document.querySelector("[data-result]");
  }

  /** From here on the network is not needed. */
  async prepare() {
    const { worker, keys } = this.form.dataset;
    if (!canHash()) return this.#refuse();
    this.#listen();
    this.ready = Promise.all([openChecker(worker), fetchKeys(keys), hasEd25519()]);
    const [, siteKeys, ed25519] = await this.ready;
    this.form.querySelector("[data-keys-here]").textContent = sayKeys(siteKeys, ed25519);
    this.form.dataset.state = "ready";
    return undefined;
  }

  #refuse() {
    this.form.hidden = true;
    document.querySelector("[data-cannot]").hidden = false;
  }

  #listen() {
    this.form.elements.file.addEventListener("change", ({ target }) => this.take(target.files[0]));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.check();
    });
    // A file that misses the field must not replace the page.
    for (const kind of ["dragover", "drop"]) window.addEventListener(kind, (event) => event.preventDefault());
    window.addEventListener("dragover", () => this.drop.classList.add("is-over"));
    window.addEventListener("dragleave", ({ relatedTarget }) => relatedTarget ?? this.drop.classList.remove("is-over"));
    window.addEventListener("drop", ({ dataTransfer }) => {
      this.drop.classList.remove("is-over");
      this.take(dataTransfer.files[0]);
    });
  }

  take(file) {
    if (!file) return;
    this.#file = file;
    this.again.hidden = false;
    this.check();
  }

  async check() {
    const fields = readFields(this.form);
    if (!this.#file || !fields) return;
    this.#asked += 1;
    const asked = this.#asked;
    this.#show(null);
    try {
      const shown = await this.#run(this.#file, fields, asked);
      if (asked === this.#asked && shown) this.#show(shown);
    } catch (error) {
      if (asked === this.#asked) this.#fail(error);
    }
  }

  async #run(file, { commitment, head, keys: ownKeys }, asked) {
    const [checker, siteKeys, ed25519] = await this.ready;
    const options = { commitment, head, keys: ownKeys ?? siteKeys, ed25519 };
    const report = await this.#report(file, options, checker, asked);
    const given = { commitment: commitment !== null, head: head !== null };
    return report && { report, name: file.name, given, sealNote: saySignature(report, ownKeys !== null, ed25519) };
  }

  /** A file that is too large is not even read. */
  async #report(file, options, checker, asked) {
    if (file.size > MOST_BYTES) return { status: "bad", signature: "not checked", findings: [TOO_LARGE], facts: null };
    const bytes = new Uint8Array(await file.arrayBuffer());
    return checker.check(bytes, options, (progress) => asked === this.#asked && this.#showProgress(progress));
  }

  #showProgress({ stage, share }) {
    this.progress.querySelector("progress").value = share;
    this.progress.querySelector("[data-stage]").textContent = stepName(stage);
  }

  /** Shows what came of a check; null while it runs. */
  #show(shown) {
    this.progress.hidden = shown !== null;
    this.result.hidden = shown === null;
    this.status.textContent = shown ? verdictOf(shown.report) : gettext("Checking…");
    if (!shown) return this.#showProgress({ stage: "E_FORMAT", share: 0 });
    drawReport(this.result, shown.report, shown);
    return this.result.scrollIntoView({ block: "nearest" });
  }

  #fail(error) {
    const isGone = error.name === "NotReadableError" || error.name === "NotFoundError";
    const text = isGone
      ? gettext("The file has changed or is gone since you chose it. Choose it again; nothing was checked.")
      : gettext("The check broke off, so nothing is known of this file. Load the page again and try once more.");
    this.progress.hidden = true;
    this.result.hidden = false;
    this.result.className = "verify-result is-bad";
    this.result.replaceChildren(Object.assign(document.createElement("p"), { textContent: text }));
    this.status.textContent = text;
  }
}

for (const form of document.querySelectorAll("[data-verify]")) new Page(form).prepare();
