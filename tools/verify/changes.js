/**
 * What differs from the main branch, and what that can affect. Where nobody
 * can tell, everything is affected.
 */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { browserCode, browserFolders, root } from '../lib/paths.js'
import { reachIn } from './reach.js'

/**
 * What all that is checked stands on: the versions of the tools, and the
 * programs that start the checks.
 */
const foundations = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  'tools/setup/versions.json',
  ...['checks', 'cli', 'plans', 'runner', 'select'].map(
    (name) => `tools/verify/${name}.js`,
  ),
]

/** What no check reads but those that read everything. */
const aside = [
  '*.md',
  'LICENSE*',
  '.github/',
  '.gitignore',
  '.gitattributes',
  'tools/**/*.md',
  ...browserFolders.map((name) => `${name}/**/*.md`),
]

/**
 * @param {string} pattern a path from the root; `*` stands for anything in one
 *   name, `**` for any folders, a slash at the end for all that is in a folder
 * @returns {RegExp}
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
  return status === 0 ? stdout.trimEnd() : null
}

/** @param {string} text @returns {string[]} */
const lines = (text) => text.split('\0').filter((line) => line !== '')

/**
 * The files that differ from where this branch left the main one, with what is
 * not committed: from origin/main, else main, else the commit before.
 *
 * @param {string} [cwd]
 * @returns {{ since: string, files: string[] } | null} null when nobody can
 *   tell, such as in a folder that git does not know
 */
export function changedFiles(cwd = root) {
  const top = git(['rev-parse', '--show-toplevel'], cwd)
  if (top === null || path.resolve(top) !== path.resolve(cwd)) return null
  const untracked = git(
    ['ls-files', '--others', '--exclude-standard', '-z'],
    cwd,
  )
  const edited = git(['diff', '--name-only', '--no-renames', '-z', 'HEAD'], cwd)
  if (untracked === null || edited === null) return null
  const now = [...lines(untracked), ...lines(edited)]
  for (const since of ['origin/main', 'main', 'HEAD~1']) {
    const base = git(['merge-base', since, 'HEAD'], cwd)
    if (base === null) continue
    const range = ['diff', '--name-only', '--no-renames', '-z', base, 'HEAD']
    const committed = git(range, cwd)
    if (committed === null) continue
    const files = [...new Set([...now, ...lines(committed)])].sort()
    // On the main branch itself, the last commit is what is new.
    if (files.length > 0) return { since, files }
  }
  return null
}

/** What can differ in the outcome of a check. */
export class Changes {
  #files
  #reachedFrom
  #all

  /**
   * @param {string[] | null} files paths from the root; null for all
   * @param {readonly (readonly string[])[]} known what each check reads: a
   *   file that none of them knows may be anything
   * @param {string} [folder] the root
   */
  constructor(files, known = [], folder = root) {
    this.#files = files ?? []
    this.#reachedFrom = reachIn(folder)
    const patterns = [...known.flat(), ...aside, 'tools/', ...browserCode]
    this.#all =
      files === null ||
      this.touch(foundations) ||
      !this.#files.every((file) => matches(file, patterns))
  }

  /** Whether everything is affected. */
  get isAll() {
    return this.#all
  }

  /** @param {readonly string[]} patterns @returns {string[]} paths */
  among(patterns) {
    return this.#files.filter((file) => matches(file, patterns))
  }

  /** @param {readonly string[]} patterns @returns {boolean} */
  touch(patterns) {
    return this.among(patterns).length > 0
  }

  /**
   * @param {string[]} programs absolute paths
   * @returns {boolean} whether one of them, or what it reaches, has changed
   */
  reach(programs) {
    const reached = this.#reachedFrom(programs)
    return this.#files.some((file) => reached.has(file))
  }
}
