#!/usr/bin/env node
/**
 * What the chapters and lib/ hold, beside their budgets in budgets.json:
 *
 *     npm run budgets [-- ch05 … | book | lib]
 *
 * With --check, only what has grown beyond its ceiling. With --lower, the
 * ceilings follow what has become less; only an editor of the file raises one.
 */
import { writeFileSync } from 'node:fs'
import { align } from '../bench/table.js'
import { chapters } from '../book-model/chapters.js'
import { readArguments } from '../lib/arguments.js'
import { report } from '../lint/problems.js'
import {
  budgetsFile,
  loweredCeiling,
  problemsOf,
  readBudgets,
  shown,
  spareCeilings,
  subjectOf,
} from './budgets.js'
import { idlePages } from './runs.js'

const help = `Usage: npm run budgets [-- ch05 … | book | lib] [--check | --lower]`

/** @typedef {import('./budgets.js').Subject} Subject */
/** @typedef {import('./budgets.js').Budgets} Budgets */

const advice =
  'Leave something out. Where readers get something for it, raise the ceiling in budgets.json, and say what in "why".'

/** The columns of the table, by what they count. */
const columns = {
  words: 'words',
  listings: 'listings',
  typed: 'typed lines',
  pages: 'pages',
  idlePages: 'nothing runs',
  firstTest: 'first test',
}

/** @param {Subject} subject @param {string} name of a figure */
function cell({ figures, ceiling, budget }, name) {
  const value = figures[name]
  if (value === undefined) return ''
  const isOver = value > budget[name] ? ' over' : ''
  const most = ceiling[name] ?? value
  const limit = most === value ? '' : `, ceiling ${shown(most)}`
  return `${shown(value)} / ${shown(budget[name])}${isOver}${limit}`
}

/** @param {Subject} subject @returns {string[]} what the table has no room for */
function notes(subject) {
  const { id, why, figures, budget } = subject
  const chapter = chapters().find((one) => one.id === id)
  const isIdle = chapter && figures.idlePages > budget.idlePages
  const others = Object.keys(figures)
    .filter((name) => !(name in columns))
    .filter((name) => id === 'lib' || figures[name] > budget[name])
  return [
    ...others.map((name) => `${name}: ${cell(subject, name)}`),
    ...(isIdle ? [`nothing new runs on ${idlePages(chapter).join(', ')}`] : []),
    ...(why ? [`why: ${why}`] : []),
    ...spareCeilings(subject),
  ].map((line) => `${id}  ${line}`)
}

/** @param {Subject[]} subjects */
function print(subjects) {
  const rows = subjects
    .filter(({ id }) => id !== 'lib')
    .map((subject) => [
      subject.id,
      ...Object.keys(columns).map((name) => cell(subject, name)),
    ])
  const head = ['today / budget', ...Object.values(columns)]
  console.log(align([head, ...rows], subjects.flatMap(notes)))
}

/** @param {Budgets} budgets @param {Subject[]} subjects */
function lower(budgets, subjects) {
  /** @type {Budgets} */
  const lowered = structuredClone(budgets)
  for (const subject of subjects) {
    const ceiling = loweredCeiling(subject)
    const isAny = Object.keys(ceiling).length > 0
    lowered.budgets[subject.id].ceiling = isAny ? ceiling : undefined
  }
  writeFileSync(budgetsFile, `${JSON.stringify(lowered, null, 2)}\n`)
}

try {
  const { values, positionals } = readArguments(help, {
    options: { check: { type: 'boolean' }, lower: { type: 'boolean' } },
    allowPositionals: true,
  })
  const known = [...chapters().map(({ id }) => id), 'book', 'lib']
  const unknown = positionals.find((id) => !known.includes(id))
  if (unknown) {
    throw new Error(`got ${unknown}, expected some of ${known.join(', ')}`)
  }
  const budgets = readBudgets()
  const ids = positionals.length > 0 ? positionals : known
  const subjects = ids.map((id) => subjectOf(id, budgets))
  if (values.lower) lower(budgets, subjects)
  if (!values.check) print(subjects)
  const problems = subjects.flatMap(problemsOf)
  report('budgets', problems, 'nothing has grown beyond its ceiling')
  if (problems.length > 0) console.log(advice)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
