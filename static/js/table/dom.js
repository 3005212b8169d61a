/** Owns the making of elements: small helpers to build and update HTML and SVG without a framework. */

const SVG = "http://www.w3.org/2000/svg";

function setAttribute(node, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name === "text") node.textContent = value;
  else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
  else node.setAttribute(name, value === true ? "" : value);
}

function build(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) setAttribute(node, name, value);
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** An HTML element: `text` sets its text, `onclick` and the like listen, all else are attributes. */
export function el(tag, attributes = {}, ...children) {
  return build(document.createElement(tag), attributes, children);
}

/** An SVG element, made in the same way. */
export function svg(tag, attributes = {}, ...children) {
  return build(document.createElementNS(SVG, tag), attributes, children);
}

/** A drawing of one path in a 24 × 24 box, without a name of its own: its button has one. */
export function icon(path) {
  const shape = svg("path", { d: path, fill: "none", stroke: "currentColor", "stroke-width": 2,
    "stroke-linecap": "round", "stroke-linejoin": "round" });
  return svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, shape);
}

/** Text that only assistive technology reads. */
export function hidden(text) {
  return el("span", { class: "table-sr", text });
}

let made = 0;

/** A name for an element to be pointed at: a page may have several tables. */
export function uniqueId(prefix) {
  made += 1;
  return `table-${prefix}-${made}`;
}

/** Sets the text only when it differs, so that nothing is read twice. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Sets an attribute, or removes it when the value is null or false. */
export function toggleAttribute(node, name, value) {
  if (value === null || value === undefined || value === false) node.removeAttribute(name);
  else node.setAttribute(name, value === true ? "" : String(value));
}
