/**
 * The drawings of many built pages on one: to open a page takes a browser
 * twenty times as long as to measure what is drawn on it.
 */
import { parse } from 'parse5'

/** @typedef {import('parse5').DefaultTreeAdapterMap['node']} Node */
/** @typedef {import('parse5').DefaultTreeAdapterMap['element']} Element */

/** @param {Node} node @returns {Element[]} */
const childrenOf = (node) =>
  'childNodes' in node
    ? node.childNodes.filter((child) => 'tagName' in child)
    : []

/** @param {Node} node @returns {Generator<Element>} all elements in it */
function* elementsIn(node) {
  for (const child of childrenOf(node)) {
    yield child
    yield* elementsIn(child)
  }
}

/** @param {Element} element */
const isDrawing = ({ attrs }) =>
  attrs.some(
    ({ name, value }) =>
      name === 'class' && value.split(/\s+/).includes('drawing'),
  )

/** @param {Node} node @returns {number} how many drawings are in it */
const drawingsIn = (node) =>
  [...elementsIn(node)]
    .filter(isDrawing)
    .flatMap(childrenOf)
    .filter(({ tagName }) => tagName === 'svg').length

/**
 * A page with the head and the frame of the first one; in it, of each page's
 * text the blocks in which something is drawn, as they are.
 *
 * @param {string[]} pages HTML
 * @returns {{ html: string, counts: number[] }} how many drawings are of each
 */
export function drawingSheet(pages) {
  const texts = pages.map((html) => {
    const tree = parse(html, { sourceCodeLocationInfo: true })
    const main = [...elementsIn(tree)].find(({ tagName }) => tagName === 'main')
    const { startTag, endTag } = main?.sourceCodeLocation ?? {}
    if (!main || !startTag || !endTag) {
      throw new Error('got a built page without <main> and </main>')
    }
    const blocks = childrenOf(main).filter(
      (block) => isDrawing(block) || drawingsIn(block) > 0,
    )
    const drawn = blocks.map(({ sourceCodeLocation: place }) =>
      html.slice(place?.startOffset, place?.endOffset),
    )
    const frame = {
      before: html.slice(0, startTag.endOffset),
      after: html.slice(endTag.startOffset),
    }
    return { drawn, frame, count: drawingsIn(main) }
  })
  const [{ frame }] = texts
  const drawn = texts.flatMap((text) => text.drawn).join('\n')
  return {
    html: `${frame.before}\n${drawn}\n${frame.after}`,
    counts: texts.map(({ count }) => count),
  }
}
