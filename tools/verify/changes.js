/** What differs from the main branch, and what a check reads of it. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { scan } from '../book-model/markdown.js'
import { root } from '../lib/paths.js'
import { reachIn } from './reach.js'

/** A change here can affect every check; CI runs them all in any case. */
const foundations = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  'tools/setup/versions.json',
  ...['checks', 'cli', 'options', 'plans', 'runner', 'select', 'tests'].map(
    (name) => `tools/verify/${name}.js`,
  ),
]

/**
 * @param {string} pattern a path from the root; `*` stands for anything in one
 *   name, `**` for any folders, a slash at the end for all that is in a folder
 */
function expression(pattern) {
  const source = pattern
    .replace(/\/$/, '/**')
    .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll(/\*\*\/|\*\*|\*/g, (stars) =>
      stars === '**/' ? '(?:.*/)?' : stars === '**' ? '.*' : '[^/]*',
    )
  return new RegExp(`^${source}$`)
}

/**
 * @param {string} file path from the root
 * @param {readonly string[]} patterns
 */
export const matches = (file, patterns) =>
  patterns.some((pattern) => expression(pattern).test(file))

/**
 * @param {string[]} args
 * @param {string} cwd
 * @returns {string | null} null when it fails
 */
function git(args, cwd) {
  const { status, stdout } = spawnSync('git', args, { cwd, encoding: 'utf8' })
  return status === 0 ? stdout : null
}

/** @param {string} text @returns {string[]} */
const names = (text) => text.split('\0').filter((name) => name !== '')

/**
 * @typedef {object} Difference
 * @property {string} since what it is compared with, such as `origin/main`
 * @property {string} base the commit where this branch left it
 * @property {string[]} files paths from the root, sorted
 */

/**
 * The files that differ from where this branch left the main one, with what is
 * not committed: from origin/main, else main, else the commit before.
 *
 * @param {string} [cwd]
 * @returns {Difference | null} null where git can't tell
 */
export function changedFiles(cwd = root) {
  const top = git(['rev-parse', '--show-toplevel'], cwd)
  if (top === null || path.resolve(top.trim()) !== path.resolve(cwd)) {
    return null
  }
  const diff = ['diff', '--name-only', '--no-renames', '-z']
  const added = ['ls-files', '--others', '--exclude-standard', '-z']
  for (const since of ['origin/main', 'main', 'HEAD~1']) {
    const base = git(['merge-base', since, 'HEAD'], cwd)?.trim()
    if (base === undefined) continue
    const listed = [git([...diff, base], cwd), git(added, cwd)]
    const files = listed.flatMap((text) => names(text ?? '')).sort()
    // On the main branch itself, the last commit is what is new.
    if (files.length > 0) return { since, base, files: [...new Set(files)] }
  }
  return null
}

/**
 * What a page shows or runs: all of it but sentences and headings.
 *
 * @param {string} text
 */
const shownIn = (text) =>
  JSON.stringify(
    scan(text)
      .filter(({ type }) => type !== 'heading')
      .map((block) => ({ ...block, start: 0, end: 0 })),
  )

/**
 * @param {Difference | null} difference
 * @param {string} [cwd]
 * @returns {Set<string>} the pages that show and run what they did
 */
export function proseOnly(difference, cwd = root) {
  const { base = '', files = [] } = difference ?? {}
  return new Set(
    files.filter((file) => {
      const now = path.join(cwd, file)
      if (!/^src\/.+\.md$/.test(file) || !existsSync(now)) return false
      const before = git(['show', `${base}:${file}`], cwd)
      const text = readFileSync(now, 'utf8')
      return before !== null && shownIn(before) === shownIn(text)
    }),
  )
}

/**
 * @param {string[] | null} files that differ
 * @returns {string} why everything is affected; '' where it isn't
 */
function everythingBecause(files) {
  if (files === null) return 'what differs is not known'
  const file = files.find((one) => matches(one, foundations))
  return file === undefined ? '' : `${file} differs`
}

/** What can differ in the outcome of a check. */
export class Changes {
  #prose
  #reachedFrom

  /**
   * @param {string[] | null} files paths from the root; null for all
   * @param {Set<string>} [prose] pages in which only sentences differ
   * @param {string} [folder] the root
   */
  constructor(files, prose = new Set(), folder = root) {
    this.files = files ?? []
    this.#prose = prose
    this.#reachedFrom = reachIn(folder)
    /** Why everything is affected; '' where it isn't. */
    this.everything = everythingBecause(files)
  }

  /**
   * @param {readonly string[]} patterns
   * @param {boolean} [ignoresProse] whether sentences of a page don't matter
   * @returns {string} a file that differs and matches; '' for none
   */
  touching(patterns, ignoresProse = false) {
    const found = this.files.find(
      (file) =>
        matches(file, patterns) && !(ignoresProse && this.#prose.has(file)),
    )
    return found ?? ''
  }

  /**
   * @param {string[]} programs absolute paths
   * @returns {string} a file that differs and is one of them, or is reached by
   *   their imports; '' for none
   */
  reached(programs) {
    const reached = this.#reachedFrom(programs)
    return this.files.find((file) => reached.has(file)) ?? ''
  }
}
