/**
 * A line-based reading of the book's Markdown: fences, headings and our own
 * `{{#…}}` directives. It knows as much Markdown as the checks need, and
 * nothing inside a fence is ever taken for a heading or a directive.
 */

/**
 * @typedef {object} Fence
 * @property {'fence'} type
 * @property {number} start index of the opening line
 * @property {number} end index of the closing line
 * @property {string} language the first word of the info string
 * @property {Record<string, string | true>} attributes the other words
 * @property {string[]} content
 * @property {string} indent
 */

/**
 * @typedef {object} Heading
 * @property {'heading'} type
 * @property {number} start
 * @property {number} end
 * @property {number} level 1 to 6
 * @property {string} text without the closing `{#id}`
 * @property {string | null} id an explicit id
 */

/**
 * @typedef {object} Directive
 * @property {'directive'} type
 * @property {number} start index of its line
 * @property {number} end
 * @property {string} name e.g. `listing`
 * @property {string} target the first argument without `=`, or ''
 * @property {string[]} rest the other arguments without `=`
 * @property {Record<string, string>} attributes `key=value` arguments
 * @property {string} source the directive as written
 * @property {boolean} inline whether other text stands on its line
 */

/** @typedef {Fence | Heading | Directive} Block */

const directivePattern = /\{\{#([a-z]+)((?:\s+[^{}]*?)?)\}\}/g

/**
 * The words of an info string or a directive; a value may be quoted.
 *
 * @param {string} text
 */
function readWords(text) {
  /** @type {Record<string, string>} */
  const attributes = {}
  const positional = []
  for (const word of text.match(/[^\s"]*"[^"]*"|\S+/g) ?? []) {
    const [, name, value] = /^([A-Za-z][\w-]*)=(.*)$/.exec(word) ?? []
    if (name) attributes[name] = value.replace(/^"(.*)"$/, '$1')
    else positional.push(word)
  }
  return { attributes, positional }
}

const fenceOpening = /^(\s*(?:>\s*)*)(`{3,}|~{3,})\s*([^`]*)$/
const fenceClosing = /^\s*(`{3,}|~{3,})\s*$/

/** @param {string} info the info string of a fence */
function parseInfo(info) {
  const { attributes, positional } = readWords(info)
  const [language = '', ...flags] = positional
  const set = flags.map((flag) => /** @type {const} */ ([flag, true]))
  return { language, attributes: { ...attributes, ...Object.fromEntries(set) } }
}

/**
 * @param {string[]} lines of the page
 * @param {number} start
 * @returns {Fence | null} null when that line opens none; one that is never
 *   closed reaches to the end of the page
 */
function parseFence(lines, start) {
  const opening = fenceOpening.exec(lines[start])
  if (!opening) return null
  const [, indent, mark, info] = opening
  const content = []
  let end = start + 1
  while (end < lines.length) {
    const line = lines[end].startsWith(indent)
      ? lines[end].slice(indent.length)
      : lines[end].trimStart()
    const close = fenceClosing.exec(line)
    if (close?.[1].startsWith(mark)) break
    content.push(line)
    end += 1
  }
  return { type: 'fence', start, end, ...parseInfo(info), content, indent }
}

/**
 * @param {string} line
 * @param {number} number its index
 * @returns {Heading | null} null when it is not one
 */
function parseHeading(line, number) {
  const heading = /^(#{1,6})\s+(.*?)\s*#*\s*$/.exec(line)
  if (!heading) return null
  const id = /\s*\{#([\w-]+)\}$/.exec(heading[2])
  return {
    type: 'heading',
    start: number,
    end: number,
    level: heading[1].length,
    text: id ? heading[2].slice(0, id.index) : heading[2],
    id: id ? id[1] : null,
  }
}

/**
 * @param {string} line
 * @param {number} number its index
 * @returns {Directive[]}
 */
function parseDirectives(line, number) {
  if (!line.includes('{{#')) return []
  // A directive in a code span is text about the directive.
  const visible = line.replace(/`[^`]*`/g, (span) => ' '.repeat(span.length))
  return [...visible.matchAll(directivePattern)].map(([source, name, text]) => {
    const { attributes, positional } = readWords(text)
    const [target = '', ...rest] = positional
    return {
      type: 'directive',
      start: number,
      end: number,
      name,
      target,
      rest,
      attributes,
      source,
      inline: visible.trim() !== source,
    }
  })
}

/**
 * Reads a page into its fences, headings and directives, in order.
 *
 * @param {string} text
 */
export function scan(text) {
  const lines = text.split('\n')
  /** @type {Block[]} */
  const blocks = []
  for (let i = 0; i < lines.length; i++) {
    const fence = parseFence(lines, i)
    if (fence) {
      blocks.push(fence)
      i = fence.end
      continue
    }
    const heading = parseHeading(lines[i], i)
    if (heading) blocks.push(heading)
    blocks.push(...parseDirectives(lines[i], i))
  }
  return blocks
}

/** @param {string} text @returns {Heading[]} */
export function headings(text) {
  return scan(text).filter((block) => block.type === 'heading')
}

/** @param {string} text @param {string} [name] only these */
export function directives(text, name) {
  return scan(text)
    .filter((block) => block.type === 'directive')
    .filter((block) => name === undefined || block.name === name)
}

/** @param {string} text @param {string} [language] only these */
export function fences(text, language) {
  return scan(text)
    .filter((block) => block.type === 'fence')
    .filter((block) => language === undefined || block.language === language)
}

/**
 * The id of a heading: lower case, words joined by `-`.
 *
 * @param {string} text Markdown of the heading
 */
export function slugify(text) {
  return text
    .replace(/<[^>]*>/g, '')
    .replace(/[`*]/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s+/g, '-')
}

/**
 * The ids of a page's headings, in order, made unique within the page.
 *
 * @param {string} text
 */
export function headingIds(text) {
  /** @type {Map<string, number>} */
  const seen = new Map()
  return headings(text).map((heading) => {
    const id = heading.id ?? slugify(heading.text)
    const count = seen.get(id) ?? 0
    seen.set(id, count + 1)
    return count === 0 ? id : `${id}-${count}`
  })
}

/**
 * @typedef {object} Section
 * @property {string} id the heading's id; '' before the first heading
 * @property {number} level 0 before the first heading
 * @property {string} title
 * @property {string} text heading line included
 */

/** Splits a page at its headings. @param {string} text @returns {Section[]} */
export function sections(text) {
  const lines = text.split('\n')
  const found = headings(text)
  const ids = headingIds(text)
  /** @type {Section[]} */
  const result = []
  const preamble = lines.slice(0, found[0]?.start ?? lines.length)
  if (preamble.join('').trim() !== '') {
    result.push({ id: '', level: 0, title: '', text: preamble.join('\n') })
  }
  found.forEach((heading, i) => {
    const end = found[i + 1]?.start ?? lines.length
    result.push({
      id: ids[i],
      level: heading.level,
      title: heading.text,
      text: lines.slice(heading.start, end).join('\n'),
    })
  })
  return result
}
