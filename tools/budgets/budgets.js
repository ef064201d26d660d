/**
 * What the book may ask of its readers, and what it asks: budgets.json has a
 * budget for each chapter, for the book and for lib/, and a ceiling for each
 * figure that is over its budget.
 */
import path from 'node:path'
import { chapters, pages } from '../book-model/chapters.js'
import { readJson, textOf } from '../lib/files.js'
import { root, srcDir } from '../lib/paths.js'
import { formatNumber } from '../results/results.js'
import { chapterFigures, wordsIn } from './chapter.js'
import { libraryFigures } from './library.js'

/** @typedef {import('./chapter.js').Figures} Figures */
/** @typedef {import('../lint/problems.js').Problem} Problem */
/**
 * @typedef {object} Budget
 * @property {Figures} budget
 * @property {Figures} [ceiling] of what is over it: it may not grow
 * @property {string} [why] it needs more than its budget
 */
/**
 * @typedef {object} Budgets
 * @property {Figures} everyChapter what is the same for each, unless it says
 *   otherwise
 * @property {{ file: number, function: number }} longest lines, of one of lib/
 * @property {Record<string, Budget>} budgets by `ch05`, `book`, `lib`
 */
/**
 * @typedef {object} Subject something that has a budget
 * @property {string} id
 * @property {Figures} figures of today
 * @property {Figures} budget of each of them
 * @property {Figures} ceiling
 * @property {string} why
 */

export const budgetsFile = path.join(root, 'budgets.json')

/** @returns {Budgets} @throws {Error} when there is no such file */
export function readBudgets() {
  const budgets = readJson(budgetsFile)
  if (budgets === null) throw new Error('there is no budgets.json; write one')
  return budgets
}

/** Words of all pages that the list of contents has. */
function bookWords() {
  const counts = pages().map(({ file }) =>
    wordsIn(textOf(path.join(srcDir, file))),
  )
  return counts.reduce((total, one) => total + one, 0)
}

/** @param {string} id @param {Budgets['longest']} longest */
function figuresOf(id, longest) {
  if (id === 'book') return { words: bookWords() }
  if (id === 'lib') return libraryFigures(longest)
  const chapter = chapters().find((one) => one.id === id)
  return chapter ? chapterFigures(chapter) : {}
}

/**
 * @param {string} id
 * @param {Budgets} budgets
 * @throws {Error} when the file has no budget for it
 */
export function subjectOf(id, { everyChapter, longest, budgets }) {
  const own = budgets[id]
  if (!own) throw new Error(`budgets.json has no budget for ${id}; write one`)
  const figures = figuresOf(id, longest)
  const parts = Object.keys(figures).filter((name) => name.includes('/'))
  const ofParts = parts.map((name) => [
    name,
    name.includes('#') ? longest.function : longest.file,
  ])
  const usual = id === 'book' || id === 'lib' ? {} : everyChapter
  return {
    id,
    figures,
    budget: { ...usual, ...Object.fromEntries(ofParts), ...own.budget },
    ceiling: own.ceiling ?? {},
    why: own.why ?? '',
  }
}

/** What a figure counts, for messages. @type {Record<string, string>} */
const units = {
  words: 'words',
  listings: 'listings',
  typed: 'typed lines',
  pages: 'pages',
  idlePages: 'pages in a row on which nothing new runs',
  firstTest: 'pages until its first test passes',
  longListings: 'listings of more than 30 lines that do not say why',
  lines: 'lines of code',
  files: 'files',
  hello: 'functions that GET /hello calls',
}

/** @param {number} value */
export const shown = (value) => formatNumber(value, 'en')

/**
 * @param {Subject} subject
 * @param {string} name of a figure
 * @returns {number} the most that it may be
 */
const mostOf = ({ ceiling, budget }, name) =>
  Math.max(ceiling[name] ?? 0, budget[name] ?? Number.POSITIVE_INFINITY)

/**
 * @param {Subject} subject
 * @returns {Problem[]} figures that have grown beyond what they may be
 */
export const problemsOf = (subject) =>
  Object.entries(subject.figures)
    .filter(([name, value]) => value > mostOf(subject, name))
    .map(([name, value]) => {
      const most = mostOf(subject, name)
      const budget = subject.budget[name]
      const aim = budget < most ? ` (and ${shown(budget)} in the end)` : ''
      const message = `${subject.id}: got ${shown(value)} ${units[name] ?? `lines of ${name}`}, expected ${shown(most)} at most${aim}`
      return { file: 'budgets.json', message }
    })

/**
 * @param {Subject} subject
 * @returns {Figures} the ceilings that it needs now: none for what is within
 *   its budget, and none that is higher than before
 */
export const loweredCeiling = (subject) =>
  Object.fromEntries(
    Object.entries(subject.figures)
      .filter(([name, value]) => value > subject.budget[name])
      .map(([name, value]) => [name, Math.min(value, mostOf(subject, name))]),
  )

/**
 * @param {Subject} subject
 * @returns {string[]} which ceilings can be lowered, and to what
 */
export function spareCeilings(subject) {
  const lowered = loweredCeiling(subject)
  return Object.entries(subject.ceiling)
    .filter(([name, most]) => lowered[name] !== most)
    .map(([name, most]) =>
      name in lowered
        ? `lower the ceiling of ${name} from ${shown(most)} to ${shown(lowered[name])}`
        : `${name} is within its budget and needs no ceiling`,
    )
}
