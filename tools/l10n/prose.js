/**
 * The shape of a section's prose: which paragraphs, list items and table rows
 * it has, which code spans and links stand in them, and where its tags lead.
 * The words themselves are the translator's.
 */
import MarkdownIt from 'markdown-it'
import { scan } from '../book-model/markdown.js'

/** @typedef {import('markdown-it').Token} Token */
/** @typedef {{ line: number, message: string }} Found line from 0 */
/**
 * @typedef {object} Named something that stands in the text
 * @property {string} key what must be equal
 * @property {string} [label] for messages, where it isn't the key
 * @property {number} line in the section, from 0
 */
/**
 * @typedef {object} Prose
 * @property {Named[]} blocks paragraphs, list items, table rows, HTML
 * @property {Named[]} spans of code
 * @property {Named[]} links by their targets
 * @property {Named[]} tags with the attributes that lead somewhere
 */

const markdown = new MarkdownIt({ html: true })

/**
 * Attributes that lead from one place to another. Others hold words, or say
 * where a word of this length has room in a drawing.
 */
const leading =
  /^(id|href|src|class|for|name|headers|aria-(labelledby|describedby|controls)|data-.*)$/

/**
 * The text without code blocks and without the directives that are blocks.
 *
 * @param {string} text of a section
 */
function withoutCode(text) {
  const lines = text.split('\n')
  for (const block of scan(text)) {
    if (block.type === 'fence') lines.fill('', block.start, block.end + 1)
    if (block.type === 'directive' && !block.inline) lines[block.start] = ''
  }
  return lines
    .map((line) => (/^\s*\{\{\/[a-z]+\}\}\s*$/.test(line) ? '' : line))
    .join('\n')
}

/** @param {string} tag as written, with its attributes */
function tagKey(tag) {
  const [, name] = /^<([a-z][\w-]*)/i.exec(tag) ?? []
  const attributes = [...tag.matchAll(/\s([\w:-]+)(?:="([^"]*)")?/g)]
    .filter(([, attribute]) => leading.test(attribute))
    .map(([, attribute, value = '']) => `${attribute}="${value}"`)
    .sort()
  return `<${[name, ...attributes].join(' ')}>`
}

/**
 * @param {Prose} prose that is added to
 * @param {Token} token
 * @param {number} line
 */
function readInline(prose, token, line) {
  let at = line
  for (const child of token.children ?? []) {
    const { type, content } = child
    if (type === 'softbreak' || type === 'hardbreak') at++
    else if (type === 'code_inline')
      prose.spans.push({ key: content, line: at })
    else if (type === 'html_inline') readTags(prose, content, at)
    else if (type === 'link_open' || type === 'image') {
      const target = String(
        child.attrGet(type === 'image' ? 'src' : 'href') ?? '',
      )
      prose.links.push({ key: decodeURI(target), line: at })
    }
  }
}

/**
 * @param {Prose} prose that is added to
 * @param {string} html
 * @param {number} line
 */
function readTags(prose, html, line) {
  for (const tag of html.matchAll(/<[a-z][^<>]*>/gi)) {
    const lines = html.slice(0, tag.index).split('\n').length - 1
    prose.tags.push({ key: tagKey(tag[0]), line: line + lines })
  }
}

/** @param {string} text of a section */
function readProse(text) {
  /** @type {Prose} */
  const prose = { blocks: [], spans: [], links: [], tags: [] }
  /** Whether the next paragraph is the beginning of a list item. */
  let isItem = false
  let line = 0
  let cells = 0
  for (const token of markdown.parse(withoutCode(text), {})) {
    const { type } = token
    if (token.map) [line] = token.map
    if (type === 'list_item_open') {
      prose.blocks.push({ key: 'list item', line })
      isItem = true
    } else if (type === 'paragraph_open') {
      if (!isItem) prose.blocks.push({ key: 'paragraph', line })
      isItem = false
    } else if (type === 'tr_open') cells = 0
    else if (type === 'th_open' || type === 'td_open') cells++
    else if (type === 'tr_close') {
      prose.blocks.push({ key: `table row of ${cells} cells`, line })
    } else if (type === 'html_block') {
      prose.blocks.push({ key: 'block of HTML', line })
      readTags(prose, token.content, line)
    } else if (type === 'inline') readInline(prose, token, line)
  }
  return prose
}

/** @param {Named[]} blocks such as `2 paragraphs, 3 list items` */
function counted(blocks) {
  /** @type {Map<string, number>} */
  const counts = new Map()
  for (const { key } of blocks) counts.set(key, (counts.get(key) ?? 0) + 1)
  const texts = [...counts].map(([key, count]) =>
    count === 1
      ? `1 ${key}`
      : `${count} ${key.replace(/^[a-z ]*?(paragraph|item|row|block)/, '$&s')}`,
  )
  return texts.join(', ') || 'nothing'
}

/** @param {Prose} expected @param {Prose} got */
function compareBlocks(expected, got) {
  const at = expected.blocks.findIndex(
    ({ key }, i) => got.blocks[i]?.key !== key,
  )
  if (at === -1 && expected.blocks.length === got.blocks.length) return []
  const first = at === -1 ? expected.blocks.length : at
  const line = got.blocks[first]?.line ?? got.blocks.at(-1)?.line ?? 0
  const found = counted(got.blocks)
  const wanted = counted(expected.blocks)
  const order = found === wanted ? ', in another order' : ''
  return [
    {
      line,
      message: `got ${found}${order}; expected ${wanted}, as in English`,
    },
  ]
}

/**
 * @param {string} kind for messages
 * @param {Named[]} expected
 * @param {Named[]} got
 * @param {boolean} isCounted whether each must stand there as often
 */
export function compareNamed(kind, expected, got, isCounted) {
  /** @type {Found[]} */
  const problems = []
  const spare = [...got]
  for (const { key, label = key } of expected) {
    const index = spare.findIndex((candidate) => candidate.key === key)
    if (index !== -1) spare.splice(index, 1)
    else if (isCounted || !got.some((candidate) => candidate.key === key)) {
      problems.push({ line: 0, message: `${kind}${label} is missing` })
    }
  }
  for (const { key, label = key, line } of spare) {
    if (!isCounted && expected.some((one) => one.key === key)) continue
    problems.push({
      line,
      message: `${kind}${label} is not in the English section`,
    })
  }
  return problems.filter(
    ({ message }, i) =>
      problems.findIndex((one) => one.message === message) === i,
  )
}

/**
 * Where the prose of a translated section has another shape than in English.
 *
 * @param {string} english text of the section
 * @param {string} translation text of the section
 * @returns {Found[]} lines in the translation
 */
export function compareProse(english, translation) {
  const expected = readProse(english)
  const got = readProse(translation)
  return [
    ...compareBlocks(expected, got),
    // A word that is repeated may be repeated less often in another language.
    ...compareNamed('the code span ', expected.spans, got.spans, false),
    ...compareNamed('the link to ', expected.links, got.links, true),
    ...compareNamed('the tag ', expected.tags, got.tags, true),
  ]
}
