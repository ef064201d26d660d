#!/usr/bin/env node
/**
 * Checks that numbers have a source: a figure with a unit in the prose of a
 * page comes from a result or from the code, by a directive, or the page shows
 * it with that unit, or tools/lint/numbers.allow.json says what it is: a limit
 * of a protocol, a definition, an example.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { chapterOf } from '../book-model/chapters.js'
import { constantsOf } from '../book-model/constants.js'
import { translationLanguages } from '../book-model/languages.js'
import { fromRoot, srcDir, translationsDir } from '../lib/paths.js'
import { canonical, canonicalKey, figuresOf } from './figures-in-prose.js'
import { isMain, report } from './problems.js'
import { lengthsBeside, meanings, shownBy } from './shown-numbers.js'

/** @typedef {import('./problems.js').Problem} Problem */
/** @typedef {import('./figures-in-prose.js').Figure} Figure */
/**
 * Reasons by page, chapter or `*` for the whole book, and by figure. One for
 * more than a page may say what has to stand on the same line.
 *
 * @typedef {Record<string, Record<string,
 *   string | { near: string, why: string }>>} Allowed
 */

const allowFile = new URL('./numbers.allow.json', import.meta.url)

/**
 * @param {Figure} figure
 * @param {string} line of the page
 * @param {string} page path below src/
 * @param {Allowed} allowed
 * @returns {string | null} the entry that allows it
 */
function entryFor({ key }, line, page, allowed) {
  for (const place of [page, path.dirname(page), '*']) {
    const found = Object.entries(allowed[place] ?? {}).find(
      ([own, entry]) =>
        canonicalKey(own) === canonicalKey(key) &&
        (typeof entry === 'string' || new RegExp(entry.near, 'iu').test(line)),
    )
    if (found) return `${place} ${found[0]}`
  }
  return null
}

/**
 * @param {Figure} figure
 * @param {string} codeFolder of the chapter
 * @returns {string} what to do
 */
function advice({ quantity }, codeFolder) {
  const files = existsSync(codeFolder)
    ? readdirSync(codeFolder, { recursive: true, encoding: 'utf8' })
    : []
  for (const file of files.sort()) {
    if (!/^(lib|steps|bench|demo)\/.*(?<!\.test)\.js$/.test(file)) continue
    const text = readFileSync(path.join(codeFolder, file), 'utf8')
    const found = constantsOf(text, file).find(
      (one) =>
        !one.isUse &&
        meanings(one, text.split('\n')).some(
          (meaning) => canonical(meaning) === canonical(quantity),
        ),
    )
    if (!found) continue
    const as = quantity.unit === 'KB' ? 'kB' : quantity.unit
    return `If it is the ${found.name} of ${file}, write {{#const ${file}#${found.path} as=${as}}}`
  }
  return 'Take it from a result ({{#number}}, {{#paired}}, {{#value}}) or from the code ({{#const FILE#NAME}})'
}

/** Units that are taken for each other. @type {Record<string, string>} */
const alike = {
  KB: 'KiB',
  KiB: 'KB',
  MB: 'MiB',
  MiB: 'MB',
  GB: 'GiB',
  GiB: 'GB',
  ms: 's',
  s: 'ms',
}

/**
 * @param {Figure} figure
 * @param {Set<string>} shown
 * @param {string} codeFolder of the chapter
 */
function message(figure, shown, codeFolder) {
  const { text, key, quantity } = figure
  const unit = alike[quantity.unit] ?? ''
  const other = `${quantity.value} ${unit}`
  if (shown.has(canonicalKey(other))) {
    return `got "${text}", expected "${other}", which the page shows`
  }
  return `got "${text}", expected a figure that the page shows with this unit, in a listing or a transcript. ${advice(figure, codeFolder)}, say it without a figure, or give the reason for "${key}" in tools/lint/numbers.allow.json`
}

/**
 * @param {string} text of a page
 * @param {{ file: string, page: string, language: string }} where
 * @param {Allowed} allowed
 * @param {Set<string>} used entries of the allow-list
 * @returns {Problem[]}
 */
export function checkPage(text, { file, page, language }, allowed, used) {
  const lines = text.split('\n')
  const chapter = chapterOf(page)
  const shown = shownBy(text, chapter)
  return figuresOf(text, language).flatMap((figure) => {
    const line = lines[figure.line - 1]
    const key = canonical(figure.quantity)
    if (shown.has(key) || lengthsBeside(line, figure.text).has(key)) return []
    const entry = entryFor(figure, line, page, allowed)
    if (entry !== null) {
      used.add(entry)
      return []
    }
    return [
      {
        file,
        line: figure.line,
        message: message(figure, shown, chapter?.codeDir ?? ''),
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
 * @param {Allowed} allowed
 * @param {Set<string>} used
 * @param {(place: string) => boolean} isChecked
 * @returns {Problem[]}
 */
function checkEntries(allowed, used, isChecked) {
  return Object.entries(allowed).flatMap(([place, entries]) =>
    Object.entries(entries).flatMap(([key, entry]) => {
      if (!isChecked(place)) return []
      const reason = typeof entry === 'string' ? entry : entry.why
      const isUsed = used.has(`${place} ${key}`)
      if (isUsed && reason.trim() !== '') return []
      const what = isUsed ? 'has no reason' : 'allows nothing; remove it'
      return [
        {
          file: 'tools/lint/numbers.allow.json',
          message: `"${key}" of ${place} ${what}`,
        },
      ]
    }),
  )
}

/**
 * @param {string[]} [only] paths below src/; all pages if none are named
 * @returns {Problem[]}
 */
export function checkNumbers(only = []) {
  const isAll = only.length === 0
  /** @type {Allowed} */
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
      if (!existsSync(file)) return []
      const text = readFileSync(file, 'utf8')
      const where = { file: fromRoot(file), page, language }
      return checkPage(text, where, allowed, used)
    }),
  )
  const isChecked = (/** @type {string} */ place) =>
    isAll || only.includes(place)
  return [...problems, ...checkEntries(allowed, used, isChecked)]
}

if (isMain(import.meta.url)) {
  const problems = checkNumbers(process.argv.slice(2))
  report('numbers', problems, 'every figure has a source')
}
