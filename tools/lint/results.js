#!/usr/bin/env node
/**
 * Checks the results that the pages quote: each is what it says it is, comes
 * from enough rounds; figures of others name their source.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pages } from '../book-model/chapters.js'
import { sourceLanguage } from '../book-model/languages.js'
import { directives } from '../book-model/markdown.js'
import { fromRoot, resultsDir, srcDir } from '../lib/paths.js'
import { strings } from '../mdbook/strings.js'
import { loadResult, resultsOf } from '../results/results.js'
import { isMain, report } from './problems.js'

/** The fewest rounds of a published result, where something was measured. */
const fewestRounds = 5

/** @param {any} result what was counted has one */
const roundsOf = ({ settings }) =>
  settings?.kind === 'cases' || settings?.counts ? 1 : fewestRounds

/** @param {any} result @returns {string[]} what is wrong with one of our own */
function checkOwn(result) {
  const problems = []
  const again = `run it on an idle machine: npm run bench -- ${result.id} --publish`
  if (!result.command || !result.date || !result.machine?.cpu) {
    problems.push(`it does not say command, date and machine; ${again}`)
  }
  for (const { id, status, reason, rounds = [] } of result.contenders ?? []) {
    if (status === 'ok' && rounds.length < roundsOf(result)) {
      problems.push(
        `${id} has ${rounds.length} rounds, expected ${roundsOf(result)} or more; ${again}`,
      )
    }
    if (status !== 'ok' && !reason) {
      problems.push(`${id} is ${status}, but does not say why; ${again}`)
    }
  }
  return problems
}

/**
 * @param {any} result
 * @returns {string[]} what is wrong with one that others published
 */
function checkReference(result) {
  const { title, date, hardware } = result.source ?? {}
  if (title && date && hardware) return []
  return ['its "source" must say title, date and hardware']
}

/**
 * @param {string} folder
 * @param {(result: any) => string[]} check
 */
function checkFolder(folder, check) {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const file = path.join(folder, name)
      const result = JSON.parse(readFileSync(file, 'utf8'))
      const problems = check(result)
      if (result.schema !== 1 || `${result.id}.json` !== name) {
        problems.push(
          `got schema ${result.schema} and id "${result.id}", expected schema 1 and the file's name as the id`,
        )
      }
      return problems.map((message) => ({ file: fromRoot(file), message }))
    })
}

/**
 * A title that the strings lack is English on the pages of each language.
 *
 * @param {string} page below src/
 */
function checkTitles(page) {
  const file = path.join(srcDir, page)
  const known = strings(sourceLanguage.code).result
  return directives(readFileSync(file, 'utf8'))
    .filter(({ name }) => ['chart', 'table', 'heat', 'answers'].includes(name))
    .flatMap((directive) => {
      const { start } = directive
      const results = resultsOf(directive).map((id) => loadResult(id))
      const titles = results.flatMap((one) => [one?.title, one?.source?.title])
      const unknown = titles.filter((title) => title && !(title in known))
      return [...new Set(unknown)].map((title) => ({
        file: fromRoot(file),
        line: start + 1,
        message: `"${title}" can't be translated; add it to "result" in tools/mdbook/strings.en.json`,
      }))
    })
}

/** @returns {import('./problems.js').Problem[]} */
export function checkResults() {
  return [
    ...pages().flatMap(({ file }) => checkTitles(file)),
    ...checkFolder(resultsDir, checkOwn),
    ...checkFolder(path.join(resultsDir, 'reference'), checkReference),
  ]
}

if (isMain(import.meta.url)) {
  report('results', checkResults(), 'every published result is whole')
}
