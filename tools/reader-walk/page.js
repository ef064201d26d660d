/**
 * What a rendered page tells a reader who types along to do, from top to
 * bottom: listings to type, and transcripts to run.
 */
import { parse } from 'parse5'

/** @typedef {import('parse5').DefaultTreeAdapterMap['element']} Element */
/** @typedef {import('parse5').DefaultTreeAdapterMap['node']} Node */

/**
 * @typedef {object} ListingStep
 * @property {'listing'} type
 * @property {number} line of the page's source, from 1
 * @property {string} path as the page shows it: `code/ch01/server.js`
 * @property {string} kind of place, see tools/mdbook/typing.js
 * @property {string} name of what it is put beside
 * @property {boolean} atEnd whether it is for the end of the chapter
 * @property {boolean} isRun whether the page has a button that runs it
 * @property {{ kind: string, text: string }[]} lines added, removed, context,
 *   plain and gap
 */

/**
 * @typedef {object} TranscriptStep
 * @property {'transcript'} type
 * @property {number} line of the page's source, from 1
 * @property {string} terminal what is done in the other terminal before, see
 *   tools/mdbook/terminals.js; '' for nothing
 * @property {string} server that runs there then
 * @property {number} status of the last command
 * @property {string} only `walk` for what is run here alone, `starts` for
 *   what those run who begin here
 * @property {string} stores that it needs: `redis,postgres`
 * @property {string} needs other programs: `haproxy`
 * @property {string} noRun why it is not run; '' if it is
 * @property {string[]} content
 */

/** @typedef {ListingStep | TranscriptStep} Step */

/** @param {Element} element @param {string} name */
const attribute = ({ attrs }, name) =>
  attrs.find((one) => one.name === name)?.value ?? ''

/** @param {Element} element */
const classes = (element) => attribute(element, 'class').split(/\s+/)

/**
 * @param {Node} node
 * @returns {string} without the signs of lines, which are not typed
 */
const textOf = (node) => {
  if ('value' in node) return node.value
  if (!('childNodes' in node)) return ''
  if ('tagName' in node && classes(node).includes('sign')) return ''
  return node.childNodes.map(textOf).join('')
}

/**
 * @param {Node} node
 * @param {(element: Element) => boolean} wanted
 * @returns {Generator<Element>} the outermost ones, in order
 */
function* elementsOf(node, wanted) {
  if ('tagName' in node && wanted(node)) {
    yield node
    return
  }
  if (!('childNodes' in node)) return
  for (const child of node.childNodes) yield* elementsOf(child, wanted)
}

/** @param {Element} figure @returns {ListingStep} */
function listingStep(figure) {
  const [path] = elementsOf(figure, (one) =>
    classes(one).includes('listing-path'),
  )
  const lines = [
    ...elementsOf(figure, (one) => classes(one).includes('line')),
  ].map((line) => ({ kind: classes(line)[1], text: textOf(line) }))
  return {
    type: 'listing',
    line: Number(attribute(figure, 'data-line')),
    path: textOf(path),
    kind: attribute(figure, 'data-place'),
    name: attribute(figure, 'data-name'),
    atEnd: attribute(figure, 'data-at') === 'end',
    isRun: attribute(figure, 'data-run') !== '',
    lines,
  }
}

/** @param {Element} figure @returns {TranscriptStep} */
function transcriptStep(figure) {
  // The caption has code, too.
  const [pre] = elementsOf(figure, ({ tagName }) => tagName === 'pre')
  return {
    type: 'transcript',
    line: Number(attribute(figure, 'data-line')),
    terminal: attribute(figure, 'data-terminal'),
    server: attribute(figure, 'data-server'),
    status: Number(attribute(figure, 'data-status') || '0'),
    only: attribute(figure, 'data-only'),
    stores: attribute(figure, 'data-stores'),
    needs: attribute(figure, 'data-needs'),
    noRun: attribute(figure, 'data-no-run'),
    content: textOf(pre).split('\n'),
  }
}

/** @param {string} html of a page @returns {Step[]} */
export function readSteps(html) {
  const figures = elementsOf(
    parse(html),
    (element) =>
      element.tagName === 'figure' &&
      (classes(element).includes('transcript') ||
        attribute(element, 'data-place') !== ''),
  )
  return [...figures].map((figure) =>
    classes(figure).includes('transcript')
      ? transcriptStep(figure)
      : listingStep(figure),
  )
}
