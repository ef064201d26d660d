/**
 * What a translation must have in common with the English page: everything
 * that is not prose.
 */
import { directives, fences } from '../book-model/markdown.js'
import { compareNamed } from './prose.js'

/** @typedef {import('../book-model/markdown.js').Block} Block */
/**
 * @typedef {object} Part something that both languages have
 * @property {string} key what must be equal
 * @property {string} label for messages
 * @property {number} line in the text, from 0
 */
/**
 * @typedef {object} Outline
 * @property {Part[]} blocks in their order
 * @property {Part[]} numbers that may move within the section
 */

/** Directives that stand in a sentence. */
const inSentences = new Set([
  'number',
  'ratio',
  'paired',
  'difference',
  'const',
  'meta',
])

/** Text in these may be translated: it is a drawing, not code. */
const drawings = new Set(['text'])

/** @type {[RegExp, (match: RegExpExecArray) => string][]} */
const markers = [
  [/\{\{\/([a-z]+)\}\}/g, ([, name]) => `{{/${name}}}`],
  [/^\s*>\s*\[!([A-Z]+)\]/g, ([, kind]) => `> [!${kind}]`],
]

/** @param {Block & { type: 'fence' }} fence @returns {Part} */
function fencePart({ language, attributes, content, start }) {
  const info = [language || 'plain', ...Object.keys(attributes)].join(' ')
  const first = content.find((line) => line.trim() !== '') ?? ''
  return {
    key: JSON.stringify([
      language,
      attributes,
      drawings.has(language) ? null : content,
    ]),
    label: `the ${info} block "${first.trim()}"`,
    line: start,
  }
}

/** @param {Block & { type: 'directive' }} directive @returns {Part} */
function directivePart({ name, target, rest, attributes, source, start }) {
  const sorted = Object.entries(attributes).sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    key: JSON.stringify([name, target, rest, sorted]),
    label: source,
    line: start,
  }
}

/** @param {string} text of a section @returns {Outline} */
export function outline(text) {
  /** @type {Outline} */
  const found = { blocks: [], numbers: [] }
  for (const directive of directives(text)) {
    const isNumber = inSentences.has(directive.name)
    found[isNumber ? 'numbers' : 'blocks'].push(directivePart(directive))
  }
  const lines = text.split('\n')
  for (const fence of fences(text)) {
    found.blocks.push(fencePart(fence))
    lines.fill('', fence.start, fence.end + 1)
  }
  lines.forEach((line, number) => {
    const visible = line.replace(/`[^`]*`/g, '')
    for (const [pattern, name] of markers) {
      for (const match of visible.matchAll(pattern)) {
        const label = name(match)
        found.blocks.push({ key: label, label, line: number })
      }
    }
  })
  found.blocks.sort((a, b) => a.line - b.line)
  found.numbers.sort((a, b) => (a.key < b.key ? -1 : 1))
  return found
}

/**
 * Where the outline of a translated section leaves the English one.
 *
 * @param {string} english text of the section
 * @param {string} translated text of the section
 * @returns {{ line: number, message: string }[]} lines from 0 in the
 *   translated text
 */
export function compareStructure(english, translated) {
  const expected = outline(english)
  const got = outline(translated)
  const problems = []
  const count = Math.max(expected.blocks.length, got.blocks.length)
  for (let i = 0; i < count; i++) {
    const a = expected.blocks[i]
    const b = got.blocks[i]
    if (a?.key === b?.key) continue
    const line = b?.line ?? 0
    if (!b) problems.push({ line, message: `${a.label} is missing` })
    else if (!a) problems.push({ line, message: `${b.label} is too much` })
    else {
      problems.push({ line, message: difference(a, b) })
    }
    // What follows is only moved by the first difference.
    break
  }
  return [...problems, ...compareNamed('', expected.numbers, got.numbers, true)]
}

/** @param {Part} expected @param {Part} got */
function difference(expected, got) {
  if (expected.label !== got.label) {
    return `got ${got.label}, expected ${expected.label}`
  }
  const lines = (/** @type {Part} */ { key }) => JSON.parse(key)[2] ?? []
  const own = lines(got)
  const index = lines(expected).findIndex(
    (/** @type {string} */ line, /** @type {number} */ i) => line !== own[i],
  )
  const a = lines(expected)[index]
  const b = own[index < 0 ? lines(expected).length : index]
  return `${got.label} differs from the English one: got ${b === undefined ? 'no line' : `"${b}"`}, expected ${a === undefined ? 'no line' : `"${a}"`}. Code and transcripts are the same in every language`
}
