/**
 * The numbers that a page shows, each with its unit: in its transcripts and
 * code, in the lines of its listings, in the files of its exercises and
 * widgets, and in the definitions of the benchmarks that it cites.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { constantsOf } from '../book-model/constants.js'
import { ListingError, listing } from '../book-model/listing.js'
import { scan } from '../book-model/markdown.js'
import { root } from '../lib/paths.js'
import { resultsOf } from '../results/results.js'
import { canonical, quantitiesIn } from './figures-in-prose.js'

/** @typedef {import('../book-model/chapters.js').Chapter} Chapter */
/** @typedef {import('../book-model/constants.js').Constant} Constant */
/** @typedef {import('./figures-in-prose.js').Quantity} Quantity */

/** What is in ms, by a word of its name. */
const times = new Set(
  'after block busy delay every grace idle interval late later linger ms now pause period sleep spin time timeout wait work'.split(
    ' ',
  ),
)
/** What is in bytes, by a word of its name. */
const sizes = new Set(
  'alloc body buffer bytes chunk large length limit longest mark max maximum piece repeat size skipped slice subarray window'.split(
    ' ',
  ),
)

/** @param {string} name `readyTimeout`, `MAX_SIZE` */
const wordsOf = (name) =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)

/**
 * @param {Constant} constant
 * @param {string[]} lines of the file
 * @returns {Quantity[]} what it may be a number of
 */
function meanings({ name, value, line }, lines) {
  // A comment says what the name does not: `/** How often, in ms. */`.
  let first = line
  while (/^\s*(?:\/\/|\/?\*)/.test(lines[first - 1] ?? '')) first -= 1
  const told = lines.slice(first, line).join('\n')
  /** @type {Quantity[]} */
  const found = []
  const words = wordsOf(name)
  if (words.some((word) => times.has(word)) || /\bms\b/.test(told)) {
    found.push({ unit: 'ms', value })
  }
  if (words.some((word) => sizes.has(word)) || /\bbytes\b/.test(told)) {
    found.push({ unit: 'B', value })
  }
  return found
}

/**
 * @param {string} text code, which on a page may be a part of a program
 * @param {(line: number) => boolean} [isShown]
 */
function ofCode(text, isShown = () => true) {
  const lines = text.split('\n')
  try {
    return constantsOf(text, 'code.js')
      .filter(({ line }) => isShown(line))
      .flatMap((constant) => meanings(constant, lines))
  } catch (error) {
    if (error instanceof ListingError) return []
    throw error
  }
}

/**
 * Fields of HTTP and options of programs: `max-age=60`, `Content-Length: 30`.
 *
 * @param {string} text
 */
const ofFields = (text) =>
  [...text.matchAll(/([a-z][\w-]*)"?\s?[:=]\s?(\d[\d_]*)/gi)].flatMap(
    ([, name, digits]) => {
      const value = Number(digits.replaceAll('_', ''))
      if (/length|size|limit/i.test(name)) return [{ unit: 'B', value }]
      // SQL has its times in ms: `busy_timeout = 20`.
      if (/_timeout/.test(name)) return [{ unit: 'ms', value }]
      return /age|timeout|retry-after/i.test(name) ? [{ unit: 's', value }] : []
    },
  )

/**
 * @param {string[]} lines of a transcript
 * @returns {string[]} the programs of `node -e "…"` in it
 */
const typedPrograms = (lines) =>
  lines
    .map((line) =>
      line.replace(/^\$ node .*-[ep] (?=['"])/, '\0').replace(/^> /, ''),
    )
    .join('\n')
    .split('\0')
    .slice(1)
    .flatMap((rest) => /^(['"])([\s\S]*?)\1$/m.exec(rest)?.[2] ?? [])

/** @param {string} text @returns {Quantity[]} */
const ofText = (text) => [...quantitiesIn(text), ...ofFields(text)]

/**
 * @param {import('../book-model/markdown.js').Directive} directive
 * @param {string} codeFolder
 */
function ofListing({ target, attributes }, codeFolder) {
  try {
    const { from, without } = attributes
    const { file, lines } = listing(target, codeFolder, from, without)
    const shown = new Set(lines.map(({ number }) => number))
    const found = ofText(lines.map(({ text }) => text).join('\n'))
    if (!/\.[mc]?js$/.test(file)) return found
    const whole = readFileSync(file, 'utf8')
    return [...found, ...ofCode(whole, (line) => shown.has(line))]
  } catch (error) {
    // The build tells what is wrong with a listing.
    if (error instanceof ListingError) return []
    throw error
  }
}

/** @param {string} folder of an exercise, or a widget @returns {Quantity[]} */
const ofFolder = (folder) =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .flatMap((text) => [...ofText(text), ...ofCode(text)])

/**
 * @param {string} id of a benchmark that the page cites
 * @param {string} codeFolder
 * @returns {Quantity[]} its names have units, and its rate is in requests per
 *   second
 */
function ofBenchmark(id, codeFolder) {
  const file = path.join(codeFolder, 'bench', `${id}.bench.json`)
  if (!existsSync(file)) return []
  const text = readFileSync(file, 'utf8')
  const rates = constantsOf(text, file)
    .filter(({ name }) => name === 'rate')
    .map(({ value }) => ({ unit: '/s', value }))
  return [...quantitiesIn(text), ...rates]
}

/**
 * @param {string} text of a page
 * @param {Chapter | undefined} chapter
 * @returns {Set<string>} canonical quantities
 */
export function shownBy(text, chapter) {
  const codeFolder = chapter?.codeDir ?? root
  /** @type {Quantity[]} */
  const found = []
  const cited = new Set()
  for (const block of scan(text)) {
    if (block.type === 'directive') {
      for (const id of resultsOf(block)) cited.add(id)
    }
    if (block.type === 'fence') {
      const code = block.content.join('\n')
      found.push(...ofText(code))
      const programs = /^[cm]?js$/.test(block.language)
        ? [code]
        : typedPrograms(block.content)
      found.push(...programs.flatMap((program) => ofCode(program)))
    } else if (block.type === 'directive' && block.name === 'listing') {
      found.push(...ofListing(block, codeFolder))
    } else if (block.type === 'directive' && block.name === 'exercise') {
      found.push(...ofFolder(path.join(codeFolder, 'exercises', block.target)))
    }
  }
  for (const [, name] of text.matchAll(/<div data-widget="([\w-]+)"/g)) {
    found.push(...ofFolder(path.join(root, 'widgets', name)))
  }
  for (const id of cited) found.push(...ofBenchmark(id, codeFolder))
  for (const [, span] of text.matchAll(/`([^`\n]+)`/g)) {
    found.push(...ofText(span))
  }
  return new Set(found.map(canonical))
}

/** How far from a figure what it tells the length of may be. */
const BESIDE = 60

/**
 * @param {string} line of a page
 * @param {string} figure
 * @returns {Set<string>} how long in UTF-8 is what stands beside the figure in
 *   code spans: an escape such as `%A3` is a byte
 */
export function lengthsBeside(line, figure) {
  const at = line.indexOf(figure)
  const near = line.slice(Math.max(0, at - BESIDE), at + figure.length + BESIDE)
  return new Set(
    [...line.matchAll(/`([^`]+)`/g)]
      .filter(([span]) => near.includes(span.slice(0, BESIDE)))
      .map(([, text]) => text.replace(/%[\da-f]{2}/gi, '%'))
      .map((text) => canonical({ unit: 'B', value: Buffer.byteLength(text) })),
  )
}
