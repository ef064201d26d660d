/** Where the shapes of a drawing are. */
import { boundsOf } from './drawing-fit.js'

/** @typedef {import('parse5').DefaultTreeAdapterMap['element']} Element */
/** @typedef {import('./drawing-fit.js').Point} Point */
/** @typedef {import('./drawing-fit.js').Shape} Shape */

/** @param {Element} element @param {string} name */
export const attributeOf = ({ attrs }, name) =>
  attrs.find((one) => one.name === name)?.value

/** @param {Element} element @param {string} name */
export const numberOf = (element, name) =>
  Number(attributeOf(element, name) ?? 0)

/** @param {Element} element @returns {string[]} */
export const classesOf = (element) =>
  (attributeOf(element, 'class') ?? '').split(/\s+/).filter(Boolean)

/**
 * @param {string} d of a path: M, L, H and V, with places in the drawing
 * @returns {[Point, Point][]} the lines that it draws
 */
function linesOf(d) {
  let at = { x: 0, y: 0 }
  return [...d.matchAll(/([A-Z])([^A-Z]*)/g)].flatMap(([, command, rest]) => {
    const numbers = (rest.match(/[\d.]+/g) ?? []).map(Number)
    const from = at
    if (command === 'H') at = { x: numbers[0], y: at.y }
    else if (command === 'V') at = { x: at.x, y: numbers[0] }
    else at = { x: numbers.at(-2) ?? 0, y: numbers.at(-1) ?? 0 }
    return command === 'M' ? [] : [[from, at]]
  })
}

/** @param {Element} element @returns {[Point, Point][]} */
function outlineOf(element) {
  if (element.tagName === 'path') {
    return linesOf(attributeOf(element, 'd') ?? '')
  }
  const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) =>
    numberOf(element, name),
  )
  const [cx, cy, r] = ['cx', 'cy', 'r'].map((name) => numberOf(element, name))
  return element.tagName === 'circle'
    ? linesOf(`M${cx - r} ${cy - r}L${cx + r} ${cy + r}`)
    : linesOf(`M${x} ${y}H${x + width}V${y + height}H${x}V${y}`)
}

/** @param {Element} element @returns {Shape} */
export function shapeOf(element) {
  const classes = classesOf(element)
  const lines = outlineOf(element)
  return {
    name: `<${element.tagName} class="${classes.join(' ')}">`,
    box: boundsOf(lines.flat()),
    lines: element.tagName === 'circle' || classes[0] === 'lane' ? [] : lines,
  }
}
