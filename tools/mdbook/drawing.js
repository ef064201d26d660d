/**
 * Turns the drawing of a figure into the SVG of a page. A drawing says where
 * things are, and by classes what they are; it has no colours, no fonts and no
 * words. theme/css/drawing.css colours the classes.
 */
import { parseFragment, serialize } from 'parse5'
import { typographic } from '../book-model/figures.js'
import { boundsOf, misfits } from './drawing-fit.js'
import { escapeHtml } from './html.js'

/** @typedef {import('parse5').DefaultTreeAdapterMap['element']} Element */
/** @typedef {import('parse5').DefaultTreeAdapterMap['childNode']} Node */
/** @typedef {import('./drawing-fit.js').Point} Point */
/** @typedef {import('./drawing-fit.js').Shape} Shape */
/** @typedef {import('./drawing-fit.js').Words} Words */

/** How wide a drawing may be: a phone shows all of it. */
const maxWidth = 420

/** How many CSS pixels a unit of a drawing is where there is room. */
const scale = 1.3

/** The classes of shapes, and of words. */
const shapes = /^(box|cell|lane|line|arrow|dot)( accent| muted)*$/
const words = /^(text|code)( small| strong| accent| muted| gone| middle| end)*$/

/** The elements of a drawing: their attributes but the class, and classes. */
const elements = new Map([
  ['g', { attributes: '', classes: /^fit$/ }],
  ['rect', { attributes: 'x y width height rx', classes: shapes }],
  ['circle', { attributes: 'cx cy r', classes: shapes }],
  ['path', { attributes: 'd', classes: shapes }],
  ['text', { attributes: 'x y', classes: words }],
])

/** @param {Node} node @returns {node is Element} */
const isElement = (node) => 'tagName' in node

/** @param {Element} element @returns {Element[]} */
const childrenOf = (element) => element.childNodes.filter(isElement)

/** @param {Element} element @param {string} name */
const attributeOf = ({ attrs }, name) =>
  attrs.find((one) => one.name === name)?.value ?? ''

/** @param {Element} element @param {...string} names */
const numbersOf = (element, ...names) =>
  names.map((name) => Number(attributeOf(element, name)))

/** @param {Element} element */
const classesOf = (element) => attributeOf(element, 'class').split(' ')

/** @param {Element} element @returns {string} as it is written */
const tagOf = ({ tagName, attrs }) =>
  `<${[tagName, ...attrs.map(({ name, value }) => `${name}="${value}"`)].join(' ')}>`

/**
 * @param {Element} element
 * @returns {boolean} whether it is one that drawings have
 */
function isKnown(element) {
  const { tagName, attrs } = element
  const known = elements.get(tagName)
  if (!known?.classes.test(attributeOf(element, 'class'))) return false
  const names = ['class', ...known.attributes.split(' ')]
  if (!attrs.every(({ name }) => names.includes(name))) return false
  if (tagName === 'text') {
    const [child, ...more] = element.childNodes
    return more.length === 0 && child?.nodeName === '#text'
  }
  if (tagName !== 'g') return element.childNodes.length === 0
  const [first, ...rest] = childrenOf(element).map((child) => child.tagName)
  const isShape = ['rect', 'circle'].includes(first)
  return isShape && rest.length > 0 && rest.every((name) => name === 'text')
}

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
  if (element.tagName === 'path') return linesOf(attributeOf(element, 'd'))
  if (element.tagName === 'circle') {
    const [cx, cy, r] = numbersOf(element, 'cx', 'cy', 'r')
    return linesOf(`M${cx - r} ${cy - r}L${cx + r} ${cy + r}`)
  }
  const [x, y, width, height] = numbersOf(element, 'x', 'y', 'width', 'height')
  return linesOf(`M${x} ${y}H${x + width}V${y + height}H${x}V${y}`)
}

/** @param {Element} element @returns {Shape} */
function shapeOf(element) {
  const lines = outlineOf(element)
  const isOpen =
    element.tagName === 'circle' || classesOf(element)[0] === 'lane'
  return {
    name: `<${element.tagName} class="${attributeOf(element, 'class')}">`,
    box: boundsOf(lines.flat()),
    lines: isOpen ? [] : lines,
  }
}

/**
 * @param {import('../book-model/figures.js').Figure} figure
 * @returns {string} HTML of the drawing
 * @throws {Error} for what no drawing has, and for words that do not fit
 */
export function finishDrawing({ source, file, name, language, text }) {
  /** @type {Set<string>} heads of arrows: '', accent, muted */
  const heads = new Set()
  /** @type {Words[]} */
  const allWords = []
  /** @type {Shape[]} */
  const allShapes = []

  /** @param {string} head */
  const headId = (head) => `figure-${name}-head${head && `-${head}`}`

  /** @param {Node} node @param {string} got @returns {never} */
  function fail({ sourceCodeLocation }, got) {
    throw new Error(
      `${file}:${sourceCodeLocation?.startLine}: got ${got}, expected a drawing as docs/figures.md describes it`,
    )
  }

  /** @param {Element} parent svg, or a group */
  function visit(parent) {
    const [first] = childrenOf(parent)
    let inside = null
    for (const child of parent.childNodes) {
      if (!isElement(child)) {
        const stray = 'value' in child ? child.value.trim() : ''
        if (stray !== '') fail(child, `"${stray}" outside of <text>`)
        continue
      }
      if (!isKnown(child)) fail(child, tagOf(child))
      if (child.tagName === 'g') visit(child)
      else if (child.tagName === 'text') allWords.push(fill(child, inside))
      else {
        const shape = shapeOf(child)
        allShapes.push(shape)
        if (parent.tagName === 'g' && child === first) inside = shape
        addHead(child)
      }
    }
    // Spaces between elements draw nothing.
    parent.childNodes = childrenOf(parent)
  }

  /** @param {Element} element @param {Shape | null} shape that it stands in */
  function fill(element, shape) {
    const [child] = /** @type {{ value: string }[]} */ (
      /** @type {unknown} */ (element.childNodes)
    )
    child.value = child.value
      .replace(/\s+/g, ' ')
      .replace(label, (_, key) => typographic(text.labels[key]))
    const [x, y] = numbersOf(element, 'x', 'y')
    const classes = classesOf(element)
    return { text: child.value.trim(), classes, at: { x, y }, shape }
  }

  /** @param {Element} element */
  function addHead(element) {
    const [kind, head = ''] = classesOf(element)
    if (kind !== 'arrow') return
    heads.add(head)
    element.attrs.push({ name: 'marker-end', value: `url(#${headId(head)})` })
  }

  requireLabels({ source, file, name, text })
  const fragment = parseFragment(source, { sourceCodeLocationInfo: true })
  const [svg] = fragment.childNodes.filter(isElement)
  const [, width, height] =
    /^<svg viewBox="0 0 ([\d.]+) ([\d.]+)"(?: xmlns="[^"]*")?>$/
      .exec(svg ? tagOf(svg) : '')
      ?.map(Number) ?? []
  if (!(width <= maxWidth)) {
    throw new Error(
      `${file}: got ${svg ? tagOf(svg) : 'no element'}, expected <svg viewBox="0 0 W H"> with W ${maxWidth} at most, so that a phone shows all of it`,
    )
  }
  svg.attrs = []
  visit(svg)
  const wrong = misfits(allWords, allShapes, { width, height })
  if (wrong.length > 0) {
    throw new Error(`${file} (${language}): ${wrong.join('; ')}`)
  }
  const markers = Array.from(
    heads,
    (head) =>
      `<marker id="${headId(head)}" class="head${head && ` ${head}`}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0.5 L8 4 L0 7.5 Z"></path></marker>`,
  )
  const defs = markers.length > 0 ? `<defs>${markers.join('')}</defs>` : ''
  const id = `figure-${name}`
  const box = `viewBox="0 0 ${width} ${height}" width="${Math.round(width * scale)}" height="${Math.round(height * scale)}"`
  const alt = `<desc id="${id}-alt">${escapeHtml(text.alt)}</desc>`
  return `<svg role="img" aria-labelledby="${id}-alt" ${box}>${alt}${defs}${serialize(svg)}</svg>`
}

/** A place for a label in a drawing. */
const label = /\{([a-z][a-z0-9-]*)\}/g

/**
 * @param {Pick<import('../book-model/figures.js').Figure,
 *   'source' | 'file' | 'name' | 'text'>} figure
 * @throws {Error} when its labels are not those that its words are for
 */
function requireLabels({ source, file, name, text }) {
  const drawn = new Set(Array.from(source.matchAll(label), ([, key]) => key))
  const [shown, said] = [[...drawn], Object.keys(text.labels)].map(
    (keys) => keys.sort().join(', ') || 'none',
  )
  if (shown === said) return
  throw new Error(
    `${file} has the labels ${shown}, and the strings beside it have ${said} for "${name}"`,
  )
}
