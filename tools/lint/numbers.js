#!/usr/bin/env node
/**
 * Checks that numbers have a source: a figure with a unit in the prose of a
 * page comes from a result or from the code, by a directive, or the page shows
 * it with that unit, or tools/lint/numbers.allow.json says what it is: a limit
 * of a protocol, a definition, an example.
 */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { chapterOf, pages } from '../book-model/chapters.js'
import {
  sourceLanguage,
  translationLanguages,
} from '../book-model/languages.js'
import { directives } from '../book-model/markdown.js'
import { readJson, textOf } from '../lib/files.js'
import { fromRoot, srcDir, translationsDir } from '../lib/paths.js'
import { canonical, figuresOf } from './figures-in-prose.js'
import { isMain, report } from './problems.js'
import { lengthsBeside, shownBy } from './shown-numbers.js'

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
 * @param {Set<string>} shown
 */
function message({ text, quantity: { unit, value } }, shown) {
  const other = unit.endsWith('iB') ? unit.replace('i', '') : `${unit[0]}iB`
  if (shown.has(canonical({ unit: other, value }))) {
    return `got "${text}", expected "${value} ${other}", which the page shows`
  }
  return `got "${text}", expected a figure that the page shows with this unit, in a listing or a transcript. Take it from a result ({{#number}}, {{#paired}}, {{#meta}}) or from the code ({{#const FILE#NAME}}), say it without a figure, or give the reason for "${value} ${unit}" in tools/lint/numbers.allow.json`
}

/** Directives that say a figure of a result in a sentence. */
const ofResults = /^(?:number|ratio|paired|difference|meta)$/

/**
 * @param {string[]} only paths below src/; all pages if none are named
 * @returns {{ problems: Problem[], said: string }}
 */
function checkNumbers(only) {
  const isAll = only.length === 0
  /** @type {Allowed} */
  const allowed = readJson(fileURLToPath(allowFile)) ?? {}
  /** @type {Set<string>} entries of the list that allow something */
  const used = new Set()
  /** How many figures of the English pages come from what. */
  const counts = { results: 0, code: 0, shown: 0, explained: 0 }

  /** @param {string} page @param {string} language @returns {Problem[]} */
  function check(page, language) {
    const isSource = language === sourceLanguage.code
    const folder = isSource ? srcDir : path.join(translationsDir, language)
    const file = path.join(folder, page)
    const text = textOf(file)
    /** @param {keyof typeof counts} from */
    const count = (from) => {
      if (isSource) counts[from] += 1
    }
    for (const { name } of directives(text)) {
      if (name === 'const') count('code')
      else if (ofResults.test(name)) count('results')
    }
    const lines = text.split('\n')
    const shown = shownBy(text, chapterOf(page))
    return figuresOf(text, language).flatMap((figure) => {
      const line = lines[figure.line - 1]
      const key = canonical(figure.quantity)
      const isShown =
        shown.has(key) || lengthsBeside(line, figure.text).has(key)
      const entry = isShown ? null : entryFor(key, line, page, allowed)
      if (!isShown && entry === null) {
        const told = message(figure, shown)
        return [{ file: fromRoot(file), line: figure.line, message: told }]
      }
      if (entry !== null) used.add(entry)
      count(isShown ? 'shown' : 'explained')
      return []
    })
  }

  const listed = isAll ? pages().map(({ file }) => file) : only
  const problems = [sourceLanguage, ...translationLanguages()].flatMap(
    ({ code }) => listed.flatMap((page) => check(page, code)),
  )
  for (const [place, entries] of Object.entries(allowed)) {
    if (!isAll && !only.includes(place)) continue
    for (const [key, entry] of Object.entries(entries)) {
      const reason = typeof entry === 'string' ? entry : entry.why
      const isUsed = used.has(`${place} ${key}`)
      if (isUsed && reason.trim() !== '') continue
      const what = isUsed ? 'has no reason' : 'allows nothing; remove it'
      const message = `"${key}" of ${place} ${what}`
      problems.push({ file: 'tools/lint/numbers.allow.json', message })
    }
  }
  const { results, code, shown, explained } = counts
  const said = `${results} come from results, ${code} from the code, ${shown} are on their page, ${explained} are explained`
  return { problems, said }
}

if (isMain(import.meta.url)) {
  const { problems, said } = checkNumbers(process.argv.slice(2))
  report('numbers', problems, `every figure has a source: ${said}`)
}
