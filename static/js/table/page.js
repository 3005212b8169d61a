/** Owns the table page: mounts a table on every element that asks for one. */

import { mountTable } from "./table.js";

for (const element of document.querySelectorAll("[data-table]")) mountTable(element, { code: element.dataset.table });
