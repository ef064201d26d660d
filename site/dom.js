/**
 * @param {string} tag
 * @param {Record<string, string | number | boolean | null>} attributes an
 *   attribute that is false or null is left out
 * @param {...(Node | string)} children
 * @returns {HTMLElement}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag)
  setAttributes(made, attributes)
  made.append(...children)
  return made
}

/**
 * @param {string} tag
 * @param {Record<string, string | number | boolean | null>} attributes
 * @param {...Node} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag)
  setAttributes(made, attributes)
  made.append(...children)
  return made
}

/**
 * @param {Element} target
 * @param {Record<string, string | number | boolean | null>} attributes
 */
function setAttributes(target, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null) continue
    target.setAttribute(name, value === true ? '' : String(value))
  }
}

/**
 * What scrolls sideways can be reached by Tab; what does not is no stop.
 *
 * @param {HTMLElement} box
 */
export function reachWhenScrolling(box) {
  const update = () => {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0
    else box.removeAttribute('tabindex')
  }
  new ResizeObserver(update).observe(box)
}

/** Each widget is a bundle of its own, with a count of its own. */
const bundle = Math.random().toString(36).slice(2, 8)
let ids = 0

/**
 * @param {string} prefix
 * @returns {string} an id that no other element of the page has
 */
export function uniqueId(prefix) {
  ids += 1
  return `${prefix}-${bundle}-${ids}`
}
