/**
 * Carries a change made in one chapter's snapshot through the later ones, by a
 * three-way merge from each snapshot to the next.
 */
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { chapters } from '../book-model/chapters.js'
import { changedBelow, git } from '../lib/git.js'
import { codeDir, fromRoot, root } from '../lib/paths.js'

/** A change that cannot be carried on without help, and what to do. */
export class PortError extends Error {}

/**
 * @typedef {object} Step
 * @property {string} file path from the root
 * @property {'merged' | 'unchanged' | 'added' | 'removed' | 'ends'} outcome
 *   `ends`: the chapter does not have this file, so neither do later ones
 */

/**
 * Files of a snapshot that the next one has too when they are new. What else
 * a chapter holds (steps, exercises, benchmarks) is its own.
 */
const inherited =
  /^((lib|demo)\/.+|server[^/]*\.js|package\.json|test\/(?!.*\.test\.js$)[^/]+\.js)$/

/** @param {string} file absolute path @returns {string | null} */
const committed = (file) => git('show', `HEAD:${fromRoot(file)}`)

/** @param {string} file absolute path @returns {string | null} */
const current = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : null)

/**
 * The files of a snapshot that differ from the last commit.
 *
 * @param {string} folder absolute path
 * @returns {string[]} paths below it
 */
export const changedFiles = (folder) =>
  changedBelow(folder).map((file) =>
    path.relative(folder, path.join(root, file)),
  )

/**
 * @param {string} ours
 * @param {string} base
 * @param {string} theirs
 * @param {[string, string, string]} labels
 */
function merge(ours, base, theirs, labels) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'forward-port-'))
  try {
    const files = [ours, base, theirs].map((text, i) => {
      const file = path.join(folder, String(i))
      writeFileSync(file, text)
      return file
    })
    const named = labels.flatMap((label) => ['-L', label])
    const { status, stdout, stderr } = spawnSync(
      'git',
      ['merge-file', '-p', '--diff3', ...named, ...files],
      { encoding: 'utf8' },
    )
    if (status === null || status < 0 || status > 127) {
      throw new PortError(`git merge-file: ${stderr.trim()}`)
    }
    return { text: stdout, conflicts: status }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Carries the change of one file from a snapshot to the next.
 *
 * @param {string} file path below the snapshot
 * @param {{ id: string, before: string | null, after: string | null }} from
 * @param {{ id: string, codeDir: string }} to
 * @throws {PortError} at a conflict
 */
function carry(file, from, to) {
  const target = path.join(to.codeDir, file)
  const name = fromRoot(target)
  const ours = current(target)
  const write = (/** @type {string} */ text) => {
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, text)
  }
  /** @param {Step['outcome']} outcome @param {string | null} after */
  const done = (outcome, after) => ({
    step: { file: name, outcome },
    before: ours,
    after,
  })
  const goOn = `then carry it on from there: node tools/forward-port/cli.js ${to.id} ${file}`

  if (ours === from.after) return done('unchanged', ours)
  if (from.after === null) {
    if (ours === null) return done('unchanged', null)
    if (ours !== from.before) {
      throw new PortError(
        `${name}: ${from.id} removes this file, and ${to.id} has changed it. Remove it or keep it by hand, ${goOn}`,
      )
    }
    rmSync(target)
    return done('removed', null)
  }
  if (ours === null) {
    if (from.before !== null) return done('ends', null)
    if (!inherited.test(file)) return done('ends', null)
    write(from.after)
    return done('added', from.after)
  }
  if (from.before === null) {
    throw new PortError(
      `${name}: ${from.id} adds this file, and ${to.id} has another of that name. Join the two by hand, ${goOn}`,
    )
  }
  const { text, conflicts } = merge(ours, from.before, from.after, [
    name,
    `code/${from.id}/${file} before`,
    `code/${from.id}/${file}`,
  ])
  if (conflicts > 0) {
    write(text)
    const line = text.split('\n').findIndex((row) => row.startsWith('<<<<<<<'))
    throw new PortError(
      `${name}:${line + 1}: ${conflicts === 1 ? 'a conflict' : `${conflicts} conflicts`}. Resolve what stands between <<<<<<< and >>>>>>>, ${goOn}. If the later chapters hold no more than what you carried before, take that back instead (git restore code/${to.id} and those after it), and carry again`,
    )
  }
  if (text === ours) return done('unchanged', ours)
  write(text)
  return done('merged', text)
}

/**
 * @param {string} id of the chapter that was changed
 * @param {string[]} names of files below its snapshot; all changed when empty
 * @param {(step: Step) => void} told
 * @returns {{ changed: number, carried: number }} how many files differ, and
 *   of how many a later snapshot has changed
 * @throws {PortError}
 */
export function forwardPort(id, names, told) {
  const all = chapters().filter((chapter) => existsSync(chapter.codeDir))
  const at = all.findIndex((chapter) => chapter.id === id)
  if (at < 0) {
    const known = all.map((chapter) => chapter.id).join(', ')
    throw new PortError(
      `got the chapter "${id}"; expected one with a snapshot: ${known}`,
    )
  }
  const source = all[at]
  const files =
    names.length > 0
      ? names.map((name) =>
          path.relative(
            source.codeDir,
            name.startsWith('code/')
              ? path.join(path.dirname(codeDir), name)
              : path.join(source.codeDir, name),
          ),
        )
      : changedFiles(source.codeDir)
  /** @type {Set<string>} */
  const carried = new Set()
  for (const file of files) {
    const origin = path.join(source.codeDir, file)
    let from = { id, before: committed(origin), after: current(origin) }
    if (from.before === null && from.after === null) {
      throw new PortError(
        `there is no file ${fromRoot(origin)}, nor was there one in the last commit`,
      )
    }
    if (from.after?.includes('\n<<<<<<< ')) {
      throw new PortError(
        `${fromRoot(origin)} still has a conflict; resolve it first`,
      )
    }
    if (from.before === from.after) continue
    for (const to of all.slice(at + 1)) {
      const { step, before, after } = carry(file, from, to)
      told(step)
      if (step.outcome === 'ends') break
      if (step.outcome !== 'unchanged') carried.add(file)
      // A snapshot that has the change already says nothing of what it was.
      from =
        before === after && before !== null
          ? { ...from, id: to.id }
          : { id: to.id, before, after }
    }
  }
  return { changed: files.length, carried: carried.size }
}
