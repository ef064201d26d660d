/**
 * Turns the drawing of a figure into the SVG of a page. A drawing says where
 * things are, and by classes what they are; it has no colours, no fonts and no
 * words. theme/css/drawing.css colours the classes.
 */
import { parseFragment, serialize } from 'parse5'
import { FigureError, Labels } from '../book-model/figures.js'
import { escapeHtml } from './html.js'

/** @typedef {import('parse5').DefaultTreeAdapterMap['element']} Element */
/** @typedef {import('parse5').DefaultTreeAdapterMap['childNode']} Node */
/** @typedef {import('../book-model/figures.js').Figure} Figure */

/** How wide a drawing may be: a phone shows all of it. */
const maxWidth = 420

/** How many CSS pixels a unit of a drawing is where there is room. */
const scale = 1.3

const shapes = ['rect', 'circle', 'ellipse', 'polygon', 'path']
const containers = ['svg', 'g']
const elements = [...containers, ...shapes, 'line', 'polyline', 'text', 'tspan']
const attributes = [
  'class',
  'transform',
  'd',
  'points',
  'x',
  'y',
  'dx',
  'dy',
  'width',
  'height',
  'rx',
  'ry',
  'r',
  'cx',
  'cy',
  'x1',
  'y1',
  'x2',
  'y2',
]

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

/** @param {Element} element @param {string} name */
const attributeOf = ({ attrs }, name) =>
  attrs.find((one) => one.name === name)?.value

/** @param {Element} element @returns {string[]} */
const classesOf = (element) =>
  (attributeOf(element, 'class') ?? '').split(/\s+/).filter(Boolean)

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

  /** @param {Figure} figure */
  constructor(figure) {
    this.#figure = figure
    this.#labels = new Labels(figure)
  }

  /**
   * @param {Node} node
   * @param {string} message
   * @returns {never}
   */
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
    const { source } = this.#figure
    const fragment = parseFragment(source, { sourceCodeLocationInfo: true })
    const [svg, ...others] = fragment.childNodes.filter(isElement)
    if (svg?.tagName !== 'svg' || others.length > 0) {
      throw new FigureError(
        `${this.#figure.file}: got ${svg ? [svg, ...others].map(({ tagName }) => `<${tagName}>`).join(', ') : 'no element'}, expected one <svg>`,
      )
    }
    const { width, height } = this.#size(svg)
    svg.attrs = []
    this.#visit(svg)
    this.#labels.requireAllUsed()
    const id = `figure-${this.#figure.name}`
    const box = `viewBox="0 0 ${width} ${height}" width="${Math.round(width * scale)}" height="${Math.round(height * scale)}"`
    const alt = `<desc id="${id}-alt">${escapeHtml(this.#figure.text.alt)}</desc>`
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

  /** @param {Element} parent */
  #visit(parent) {
    const isText = ['text', 'tspan'].includes(parent.tagName)
    /** @type {Node[]} */
    const kept = []
    for (const child of parent.childNodes) {
      if (isElement(child)) {
        this.#checkElement(child, parent)
        this.#visit(child)
        if (child.tagName === 'g') this.#checkGroup(child)
        kept.push(child)
      } else if (child.nodeName === '#text' && 'value' in child) {
        const text = child.value.replace(/\s+/g, ' ')
        if (isText) {
          child.value = this.#labels.fill(text, this.#where(child))
          kept.push(child)
        } else if (text.trim() !== '') {
          this.#fail(child, `got "${text.trim()}" outside of <text>`)
        }
      }
    }
    parent.childNodes = kept
  }

  /** @param {Element} element @param {Element} parent */
  #checkElement(element, parent) {
    const { tagName } = element
    const inText = ['text', 'tspan'].includes(parent.tagName)
    if (!elements.includes(tagName) || tagName === 'svg') {
      this.#fail(
        element,
        `got <${tagName}>, expected one of ${elements.slice(1).join(', ')}`,
      )
    }
    if (inText ? tagName !== 'tspan' : tagName === 'tspan') {
      this.#fail(element, `got <${tagName}> in <${parent.tagName}>`)
    }
    if (!inText && !containers.includes(parent.tagName)) {
      this.#fail(
        element,
        `got <${tagName}> in <${parent.tagName}>, which is not closed`,
      )
    }
    for (const { name, value } of element.attrs) {
      if (attributes.includes(name)) continue
      this.#fail(
        element,
        `got ${name}="${value}", expected no attribute but ${attributes.join(', ')}: colours and fonts come from the class`,
      )
    }
    if (tagName !== 'g') this.#checkClasses(element)
  }

  /** @param {Element} group */
  #checkGroup(group) {
    const classes = classesOf(group)
    if (classes.length === 0) return
    if (classes.join(' ') !== 'fit') {
      this.#fail(group, `got class="${classes.join(' ')}" of <g>, expected fit`)
    }
    const [first, ...rest] = childrenOf(group).map(({ tagName }) => tagName)
    if (
      shapes.includes(first) &&
      rest.length > 0 &&
      rest.every((name) => name === 'text')
    ) {
      return
    }
    this.#fail(
      group,
      `got ${[first, ...rest].map((name) => `<${name}>`).join(', ')} in <g class="fit">, expected a shape (${shapes.join(', ')}) and then the <text> that stands in it`,
    )
  }

  /** @param {Element} element */
  #checkClasses(element) {
    const { tagName } = element
    const isText = ['text', 'tspan'].includes(tagName)
    const [kind, ...words] = classesOf(element)
    // A part of a text is what the text is.
    if (tagName === 'tspan' && kind === undefined) return
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
