#!/usr/bin/env node
/**
 * Checks that numbers have a source: a figure with a unit in the prose of a
 * page comes from a result or from the code, by a directive, or the page shows
 * it with that unit, or tools/lint/numbers.allow.json says what it is: a limit
 * of a protocol, a definition, an example.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { chapterOf, pages } from '../book-model/chapters.js'
import { constantsOf } from '../book-model/constants.js'
import {
  sourceLanguage,
  translationLanguages,
} from '../book-model/languages.js'
import { directives } from '../book-model/markdown.js'
import { readJson } from '../lib/files.js'
import { fromRoot, srcDir, translationsDir } from '../lib/paths.js'
import { canonical, figuresOf } from './figures-in-prose.js'
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

/** @param {string} key `16 KiB` @returns {string} canonical */
function canonicalKey(key) {
  const [value, unit] = key.split(' ')
  return canonical({ unit, value: Number(value) })
}

/**
 * @param {string} quantity canonical
 * @param {string} line of the page
 * @param {string} page path below src/
 * @param {Allowed} allowed
 * @returns {string | null} the entry that allows it
 */
function entryFor(quantity, line, page, allowed) {
  for (const place of [page, path.dirname(page), '*']) {
    const found = Object.entries(allowed[place] ?? {}).find(
      ([key, entry]) =>
        canonicalKey(key) === quantity &&
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
  return 'Take it from a result ({{#number}}, {{#paired}}, {{#meta}}) or from the code ({{#const FILE#NAME}})'
}

/**
 * @param {Figure} figure
 * @param {Set<string>} shown
 * @param {string} codeFolder of the chapter
 */
function message(figure, shown, codeFolder) {
  const { text, quantity } = figure
  const { unit, value } = quantity
  const other = unit.endsWith('iB') ? unit.replace('i', '') : `${unit[0]}iB`
  if (shown.has(canonical({ unit: other, value }))) {
    return `got "${text}", expected "${value} ${other}", which the page shows`
  }
  return `got "${text}", expected a figure that the page shows with this unit, in a listing or a transcript. ${advice(figure, codeFolder)}, say it without a figure, or give the reason for "${value} ${unit}" in tools/lint/numbers.allow.json`
}

/** Directives that say a figure of a result in a sentence. */
const ofResults = /^(?:number|ratio|paired|difference|meta)$/

/** Where the figures of pages come from, and how many from what. */
class Sources {
  /** How many figures come from what. */
  counts = { results: 0, code: 0, shown: 0, explained: 0 }
  /** @type {Set<string>} entries of the allow-list */
  used = new Set()
  #allowed

  /** @param {Allowed} allowed */
  constructor(allowed) {
    this.#allowed = allowed
  }

  /**
   * @param {string} text of a page
   * @param {{ file: string, page: string, language: string }} where
   * @returns {Problem[]} figures that have none
   */
  check(text, { file, page, language }) {
    for (const { name } of directives(text)) {
      if (name === 'const') this.counts.code += 1
      else if (ofResults.test(name)) this.counts.results += 1
    }
    const lines = text.split('\n')
    const chapter = chapterOf(page)
    const shown = shownBy(text, chapter)
    return figuresOf(text, language).flatMap((figure) => {
      const line = lines[figure.line - 1]
      const key = canonical(figure.quantity)
      if (shown.has(key) || lengthsBeside(line, figure.text).has(key)) {
        this.counts.shown += 1
        return []
      }
      const entry = entryFor(key, line, page, this.#allowed)
      if (entry === null) {
        const told = message(figure, shown, chapter?.codeDir ?? '')
        return [{ file, line: figure.line, message: told }]
      }
      this.used.add(entry)
      this.counts.explained += 1
      return []
    })
  }

  get said() {
    const { results, code, shown, explained } = this.counts
    return `${results} come from results, ${code} from the code, ${shown} are on their page, ${explained} are explained`
  }

  /** @param {(place: string) => boolean} isChecked @returns {Problem[]} */
  checkEntries(isChecked) {
    return Object.entries(this.#allowed)
      .filter(([place]) => isChecked(place))
      .flatMap(([place, entries]) =>
        Object.entries(entries).flatMap(([key, entry]) => {
          const reason = typeof entry === 'string' ? entry : entry.why
          const isUsed = this.used.has(`${place} ${key}`)
          if (isUsed && reason.trim() !== '') return []
          const what = isUsed ? 'has no reason' : 'allows nothing; remove it'
          const message = `"${key}" of ${place} ${what}`
          return [{ file: 'tools/lint/numbers.allow.json', message }]
        }),
      )
  }
}

/**
 * @param {string[]} only paths below src/; all pages if none are named
 * @returns {{ problems: Problem[], said: string }}
 */
function checkNumbers(only) {
  const isAll = only.length === 0
  const sources = new Sources(readJson(fileURLToPath(allowFile)) ?? {})
  const listed = isAll ? pages().map(({ file }) => file) : only
  let said = ''
  const problems = [sourceLanguage, ...translationLanguages()].flatMap(
    ({ code: language }) => {
      const isSource = language === sourceLanguage.code
      const folder = isSource ? srcDir : path.join(translationsDir, language)
      const found = listed.flatMap((page) => {
        const file = path.join(folder, page)
        if (!existsSync(file)) return []
        const text = readFileSync(file, 'utf8')
        return sources.check(text, { file: fromRoot(file), page, language })
      })
      if (isSource) said = sources.said
      return found
    },
  )
  problems.push(
    ...sources.checkEntries((place) => isAll || only.includes(place)),
  )
  return { problems, said }
}

if (isMain(import.meta.url)) {
  const { problems, said } = checkNumbers(process.argv.slice(2))
  report('numbers', problems, `every figure has a source: ${said}`)
}
