#!/usr/bin/env node
/**
 * Checks that numbers have a source: a figure with a unit in the prose of a
 * page comes from a result, by a directive, or it stands in a transcript, a
 * listing or a benchmark's definition of its chapter, or
 * tools/lint/numbers.allow.json says what it is: a limit of a protocol, a
 * definition, an example.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { chapterOf } from '../book-model/chapters.js'
import { translationLanguages } from '../book-model/languages.js'
import { scan } from '../book-model/markdown.js'
import { fromRoot, root, srcDir, translationsDir } from '../lib/paths.js'
import { isMain, report } from './problems.js'

/** @typedef {import('./problems.js').Problem} Problem */
/**
 * @typedef {object} Figure
 * @property {string} key such as `20 µs`: the same in every language
 * @property {string} value digits and a point, without separators
 * @property {string} text as it stands on the page
 * @property {number} line from 1
 */

const allowFile = new URL('./numbers.allow.json', import.meta.url)

/** Units by the words and signs that stand for them. */
const units = {
  ns: 'ns|nanoseconds?|nanossegundos?',
  µs: 'µs|microseconds?|microssegundos?',
  ms: 'ms|milliseconds?|milissegundos?',
  s: 's|seconds?|segundos?',
  '%': '%|percent|por cento',
  B: 'B|bytes?',
  KB: '[kK]B|KiB|kilobytes?|quilobytes?',
  MB: 'MB|MiB|megabytes?',
  GB: 'GB|GiB|gigabytes?',
  '/s': 'req/s|(?:requests|lines|requisições|linhas) (?:per|a|por) (?:second|segundo)',
  times: 'times|vezes|-?fold',
}

/** @type {Record<string, string>} */
const words = {
  one: '1',
  um: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
  twelve: '12',
  twenty: '20',
  thirty: '30',
  forty: '40',
  fifty: '50',
  hundred: '100',
  dois: '2',
  duas: '2',
  três: '3',
  quatro: '4',
  cinco: '5',
  seis: '6',
  sete: '7',
  oito: '8',
  nove: '9',
  dez: '10',
  doze: '12',
  vinte: '20',
  trinta: '30',
  quarenta: '40',
  cinquenta: '50',
  cem: '100',
  thousand: '1000',
  mil: '1000',
  hundreds: '100s',
  centenas: '100s',
  thousands: '1000s',
  milhares: '1000s',
}

/** Parts of a thing, which are figures without a unit: `one lookup in ten`. */
const parts = {
  '1/10':
    'a tenth of an? \\p{L}+|one \\p{L}+ in ten(?! thousand)|um décimo d\\p{L}+ \\p{L}+|um[a]? \\p{L}+ em (?:cada )?dez(?! mil)',
  '1/100':
    'a hundredth|one \\p{L}+ in a hundred(?! thousand)|um centésimo|um[a]? \\p{L}+ em (?:cada )?cem(?! mil)',
}

const number = '\\d+(?:[.,\\u00a0]\\d+)*'
const anyWord = Object.keys(words).join('|')
/** Between a number and its unit. */
const gap = '(?:\\s|\\u00a0|-| of | de )'
const anyUnit = Object.entries(units).map(([name, text]) => ({
  name,
  // A letter behind the unit would make it another word.
  pattern: new RegExp(
    `(?<![\\p{L}\\d.,§/-])(?:(${number})${name === 's' ? gap : `(?:${gap})?`}|(${anyWord})${gap})(?:${text})(?![\\p{L}\\d])`,
    'giu',
  ),
}))
const anyPart = Object.entries(parts).map(([key, text]) => ({
  key,
  pattern: new RegExp(`(?<!\\p{L})(?:${text})(?!\\p{L})`, 'giu'),
}))

/**
 * @param {string} text as a language writes numbers
 * @param {string} language
 */
function valueIn(text, language) {
  const word = words[text.toLowerCase()]
  if (word) return word
  const [thousands, point] = language === 'pt-BR' ? ['.', ','] : [',', '.']
  return text
    .replaceAll(thousands, '')
    .replaceAll('\u00a0', '')
    .replace(point, '.')
}

/**
 * What a reader reads as prose: no code, no directives, no targets of links.
 *
 * @param {string} text of a page
 * @returns {string[]} its lines
 */
export function proseOf(text) {
  const lines = text.split('\n')
  for (const block of scan(text)) {
    if (block.type !== 'fence') continue
    lines.fill('', block.start, block.end + 1)
  }
  return lines.map((line) =>
    line
      .replace(/<!--.*?-->/g, '')
      .replace(/`[^`]*`/g, '``')
      .replace(/\{\{[^}]*\}\}/g, '{{}}')
      .replace(/\]\([^)]*\)/g, ']')
      .replace(/<[^>]*>/g, '')
      .replace(/https?:\S+/g, ''),
  )
}

/**
 * `one second`, and `duas vezes`, which is twice: hardly ever a figure.
 *
 * @param {string} value of a word
 * @param {string} unit
 */
const isPlain = (value, unit) =>
  (value === '1' && unit !== '%') || (value === '2' && unit === 'times')

/**
 * @param {string} text of a page
 * @param {string} language
 * @returns {Figure[]}
 */
export function figuresOf(text, language) {
  /** @type {Figure[]} */
  const figures = []
  for (const [i, line] of proseOf(text).entries()) {
    for (const { name, pattern } of anyUnit) {
      for (const [found, digits, word] of line.matchAll(pattern)) {
        const value = valueIn(digits ?? word, language)
        if (word && isPlain(value, name)) continue
        const key = `${value} ${name}`
        figures.push({ key, value, text: found.trim(), line: i + 1 })
      }
    }
    for (const { key, pattern } of anyPart) {
      for (const [found] of line.matchAll(pattern)) {
        figures.push({ key, value: key, text: found, line: i + 1 })
      }
    }
  }
  return figures
}

/**
 * Numbers that a page shows, or that a benchmark of its chapter is told.
 *
 * @param {string} text of the page
 * @param {string} page path below src/
 * @returns {Set<string>} without separators
 */
function shownBy(text, page) {
  const chapter = chapterOf(page)
  const sources = []
  for (const block of scan(text)) {
    if (block.type === 'fence') sources.push(...block.content)
    if (block.type !== 'directive' || block.name !== 'listing') continue
    const [file] = block.target.split(/[#:]/)
    const base = file.startsWith('code/') ? root : (chapter?.codeDir ?? root)
    const listed = path.join(base, file)
    if (existsSync(listed)) sources.push(readFileSync(listed, 'utf8'))
  }
  const bench = path.join(chapter?.codeDir ?? '', 'bench')
  if (chapter && existsSync(bench)) {
    for (const name of readdirSync(bench)) {
      if (!name.endsWith('.bench.json')) continue
      sources.push(readFileSync(path.join(bench, name), 'utf8'))
    }
  }
  for (const [, span] of text.matchAll(/`([^`\n]+)`/g)) sources.push(span)
  const numbers = sources.join('\n').match(/\d[\d_.]*/g) ?? []
  return new Set(numbers.map((found) => found.replaceAll('_', '')))
}

/**
 * Whether what a page shows accounts for a figure. A digit alone is in every
 * listing, and a percentage is always of something, so they are not accepted.
 *
 * @param {Figure} figure
 * @param {Set<string>} shown
 */
const isShown = ({ key, value }, shown) =>
  value.length > 1 && !/ (%|times)$/.test(key) && shown.has(value)

/**
 * @param {string} file
 * @param {string} page path below src/
 * @param {string} language
 * @param {Record<string, Record<string, string>>} allowed
 * @param {Set<string>} used entries of the allow-list
 * @returns {Problem[]}
 */
function checkPage(file, page, language, allowed, used) {
  const text = readFileSync(file, 'utf8')
  const shown = shownBy(text, page)
  return figuresOf(text, language).flatMap((figure) => {
    for (const place of [page, '*']) {
      if (!allowed[place]?.[figure.key]) continue
      used.add(`${place} ${figure.key}`)
      return []
    }
    if (isShown(figure, shown)) return []
    return [
      {
        file: fromRoot(file),
        line: figure.line,
        message: `"${figure.text}" has no source. Take it from a result ({{#number}}, {{#paired}}, {{#value}}), say it without a figure, or give the reason for "${figure.key}" in tools/lint/numbers.allow.json`,
      },
    ]
  })
}

/** @returns {string[]} paths below src/ */
function pages() {
  return readdirSync(srcDir, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && name !== 'SUMMARY.md')
    .sort()
}

/**
 * @param {string[]} [only] paths below src/; all pages if none are named
 * @returns {Problem[]}
 */
export function checkNumbers(only = []) {
  const isAll = only.length === 0
  /** @type {Record<string, Record<string, string>>} */
  const allowed = existsSync(allowFile)
    ? JSON.parse(readFileSync(allowFile, 'utf8'))
    : {}
  /** @type {Set<string>} */
  const used = new Set()
  const folders = [
    { language: 'en', folder: srcDir },
    ...translationLanguages().map(({ code }) => ({
      language: code,
      folder: path.join(translationsDir, code),
    })),
  ]
  const problems = folders.flatMap(({ language, folder }) =>
    (isAll ? pages() : only).flatMap((page) => {
      const file = path.join(folder, page)
      return existsSync(file)
        ? checkPage(file, page, language, allowed, used)
        : []
    }),
  )
  for (const [place, entries] of Object.entries(allowed)) {
    if (!isAll && !only.includes(place)) continue
    for (const [key, reason] of Object.entries(entries)) {
      const isUsed = used.has(`${place} ${key}`)
      if (isUsed && reason.trim() !== '') continue
      const what = isUsed
        ? 'has no reason'
        : 'is on no page any more; remove it'
      problems.push({
        file: 'tools/lint/numbers.allow.json',
        message: `"${key}" of ${place} ${what}`,
      })
    }
  }
  return problems
}

if (isMain(import.meta.url)) {
  const problems = checkNumbers(process.argv.slice(2))
  report('numbers', problems, 'every figure has a source')
}
