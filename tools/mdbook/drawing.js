/**
 * Turns the drawing of a figure into the SVG of a page. A drawing says where
 * things are, and by classes what they are; it has no colours, no fonts and no
 * words. theme/css/drawing.css colours the classes.
 */
import { parseFragment, serialize } from 'parse5'
import { FigureError, Labels } from '../book-model/figures.js'
import { misfits } from './drawing-fit.js'
import { attributeOf, classesOf, numberOf, shapeOf } from './drawing-shapes.js'
import { escapeHtml } from './html.js'

/** @typedef {import('parse5').DefaultTreeAdapterMap['element']} Element */
/** @typedef {import('parse5').DefaultTreeAdapterMap['childNode']} Node */
/** @typedef {import('../book-model/figures.js').Figure} Figure */
/** @typedef {import('./drawing-fit.js').Shape} Shape */
/** @typedef {import('./drawing-fit.js').Words} Words */

/** How wide a drawing may be: a phone shows all of it. */
const maxWidth = 420

/** How many CSS pixels a unit of a drawing is where there is room. */
const scale = 1.3

/** What a drawn element can be, and what it can be besides. */
const shapeClasses = ['box', 'cell', 'lane', 'line', 'arrow', 'dot']
const shapeWords = ['accent', 'muted']
const textClasses = ['text', 'code']
const textWords = [
  'small',
  'strong',
  'accent',
  'muted',
  'gone',
  'middle',
  'end',
]

/** The elements of a drawing, and the attributes that they have but a class. */
const elements = new Map([
  ['g', []],
  ['rect', ['x', 'y', 'width', 'height', 'rx']],
  ['circle', ['cx', 'cy', 'r']],
  ['path', ['d']],
  ['text', ['x', 'y']],
])

/** @param {Node} node @returns {node is Element} */
const isElement = (node) => 'tagName' in node

/** @param {Element} element @returns {Element[]} */
const childrenOf = (element) => element.childNodes.filter(isElement)

/** The drawing of one figure, as it is checked and finished. */
class Drawing {
  #figure
  #labels
  /** @type {Set<string>} heads of arrows: '', accent, muted */
  #heads = new Set()
  /** @type {Words[]} */
  #words = []
  /** @type {Shape[]} */
  #shapes = []

  /** @param {Figure} figure */
  constructor(figure) {
    this.#figure = figure
    this.#labels = new Labels(figure)
  }

  /** @param {Node} node @param {string} message @returns {never} */
  #fail(node, message) {
    throw new FigureError(`${this.#where(node)}: ${message}`)
  }

  /** @param {Node} node */
  #where({ sourceCodeLocation: location }) {
    const { file } = this.#figure
    return location ? `${file}:${location.startLine}` : file
  }

  /** @returns {string} HTML */
  finish() {
    const { source, file, name, language, text } = this.#figure
    const fragment = parseFragment(source, { sourceCodeLocationInfo: true })
    const [svg, ...others] = fragment.childNodes.filter(isElement)
    if (svg?.tagName !== 'svg' || others.length > 0) {
      throw new FigureError(
        `${file}: got ${svg ? [svg, ...others].map(({ tagName }) => `<${tagName}>`).join(', ') : 'no element'}, expected one <svg>`,
      )
    }
    const size = this.#size(svg)
    svg.attrs = []
    this.#visit(svg)
    this.#labels.requireAllUsed()
    const wrong = misfits(this.#words, this.#shapes, size)
    if (wrong.length > 0) {
      throw new FigureError(`${file} (${language}): ${wrong.join('; ')}`)
    }
    const id = `figure-${name}`
    const { width, height } = size
    const box = `viewBox="0 0 ${width} ${height}" width="${Math.round(width * scale)}" height="${Math.round(height * scale)}"`
    const alt = `<desc id="${id}-alt">${escapeHtml(text.alt)}</desc>`
    return `<svg role="img" aria-labelledby="${id}-alt" ${box}>${alt}${this.#defs()}${serialize(svg)}</svg>`
  }

  /** @param {Element} svg @returns {{ width: number, height: number }} */
  #size(svg) {
    for (const { name } of svg.attrs) {
      if (['viewBox', 'xmlns'].includes(name)) continue
      this.#fail(
        svg,
        `got the attribute ${name} of <svg>, expected viewBox and xmlns alone`,
      )
    }
    const got = attributeOf(svg, 'viewBox') ?? ''
    const match = /^0 0 ([\d.]+) ([\d.]+)$/.exec(got)
    if (!match) {
      this.#fail(svg, `got viewBox="${got}", expected viewBox="0 0 W H"`)
    }
    const [width, height] = match.slice(1).map(Number)
    if (width > maxWidth) {
      this.#fail(
        svg,
        `the drawing is ${width} wide, expected ${maxWidth} at most, so that a phone shows all of it`,
      )
    }
    return { width, height }
  }

  /** @param {Element} parent svg, or a group */
  #visit(parent) {
    const [first] = childrenOf(parent)
    let inside = null
    for (const child of parent.childNodes) {
      if (!isElement(child)) {
        const text = 'value' in child ? child.value.trim() : ''
        if (text !== '') this.#fail(child, `got "${text}" outside of <text>`)
        continue
      }
      this.#checkElement(child)
      if (child.tagName === 'g') this.#checkGroup(child)
      else if (child.tagName === 'text') this.#fill(child, inside)
      else {
        const shape = shapeOf(child)
        this.#shapes.push(shape)
        if (parent.tagName === 'g' && child === first) inside = shape
      }
    }
    // Spaces between elements draw nothing.
    parent.childNodes = childrenOf(parent)
  }

  /** @param {Element} element @param {Shape | null} shape that it stands in */
  #fill(element, shape) {
    const [child, ...more] = element.childNodes
    if (more.length > 0 || child === undefined || !('value' in child)) {
      this.#fail(element, 'got <text> with elements in it, expected words')
    }
    const text = child.value.replace(/\s+/g, ' ')
    child.value = this.#labels.fill(text, this.#where(child))
    const [x, y] = ['x', 'y'].map((name) => numberOf(element, name))
    const classes = classesOf(element)
    const words = { text: child.value.trim(), classes, at: { x, y }, shape }
    this.#words.push(words)
  }

  /** @param {Element} element */
  #checkElement(element) {
    const { tagName, attrs } = element
    const attributes = elements.get(tagName)
    if (!attributes) {
      this.#fail(
        element,
        `got <${tagName}>, expected one of ${[...elements.keys()].join(', ')}`,
      )
    }
    for (const { name, value } of attrs) {
      if (name === 'class' || attributes.includes(name)) continue
      this.#fail(
        element,
        `got ${name}="${value}" of <${tagName}>, expected no attribute but class, ${attributes.join(', ')}: colours and fonts come from the class`,
      )
    }
    if (tagName === 'g') return
    this.#checkClasses(element)
    if (tagName !== 'text' && element.childNodes.length > 0) {
      this.#fail(element, `got <${tagName}>, which is not closed`)
    }
  }

  /** @param {Element} group */
  #checkGroup(group) {
    this.#visit(group)
    const names = childrenOf(group).map(({ tagName }) => tagName)
    const [first, ...rest] = names
    const isFit =
      ['rect', 'circle'].includes(first) &&
      rest.length > 0 &&
      rest.every((name) => name === 'text')
    if (isFit && classesOf(group).join(' ') === 'fit') return
    this.#fail(
      group,
      `got <g class="${classesOf(group).join(' ')}"> of ${names.map((name) => `<${name}>`).join(', ')}, expected class="fit", <rect> or <circle>, and then the <text> that stands in it`,
    )
  }

  /** @param {Element} element */
  #checkClasses(element) {
    const { tagName } = element
    const isText = tagName === 'text'
    const [kind, ...words] = classesOf(element)
    const kinds = isText ? textClasses : shapeClasses
    const known = isText ? textWords : shapeWords
    if (!kinds.includes(kind)) {
      this.#fail(
        element,
        `got ${kind === undefined ? 'no class' : `class="${kind}"`} of <${tagName}>, expected one of ${kinds.join(', ')} first`,
      )
    }
    const unknown = words.find((word) => !known.includes(word))
    if (unknown !== undefined) {
      this.#fail(
        element,
        `got the class "${unknown}" of <${tagName}>, expected one of ${known.join(', ')} after "${kind}"`,
      )
    }
    if (kind !== 'arrow') return
    const head = words[0] ?? ''
    this.#heads.add(head)
    const url = `url(#${this.#headId(head)})`
    element.attrs.push({ name: 'marker-end', value: url })
  }

  /** @param {string} head */
  #headId(head) {
    return `figure-${this.#figure.name}-head${head && `-${head}`}`
  }

  /** @returns {string} HTML of the heads of its arrows */
  #defs() {
    if (this.#heads.size === 0) return ''
    const markers = [...this.#heads].map(
      (head) =>
        `<marker id="${this.#headId(head)}" class="head${head && ` ${head}`}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0.5 L8 4 L0 7.5 Z"></path></marker>`,
    )
    return `<defs>${markers.join('')}</defs>`
  }
}

/**
 * @param {Figure} figure
 * @returns {string} HTML of the drawing
 * @throws {FigureError}
 */
export const finishDrawing = (figure) => new Drawing(figure).finish()
