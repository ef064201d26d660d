/** Which files of a folder a command runs, with all that they import or start. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { filesBelow } from '../lib/files.js'
import { imported, withHelpers } from '../page-tests/suite.js'

const program = /(?<![\w/])\.{0,2}\/?[\w@-][\w@./-]*\.(?:js|cjs|mjs)\b/g

/** A program that another one starts, by its path below the folder. */
const started = /(['"`])(steps\/[\w./-]+\.(?:js|cjs|mjs))\1/g

/** @param {string} file */
const isFile = (file) => existsSync(file) && statSync(file).isFile()

/**
 * @param {string} specifier
 * @param {string} from the folder of the file that imports it
 * @param {string} top the chapter's folder
 * @returns {string | null} an absolute path; null for what is not of the folder
 */
function resolve(specifier, from, top) {
  if (specifier.startsWith('.')) return path.resolve(from, specifier)
  if (specifier.split('/')[0] !== 'velocy') return null
  const file = path.join(top, 'package.json')
  const { exports } = isFile(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const all = typeof exports === 'string' ? { '.': exports } : exports
  const exported = all?.[specifier.replace('velocy', '.')]
  return exported ? path.join(top, exported) : null
}

/**
 * @param {string} command
 * @param {string} top absolute path of the folder that it is typed in
 * @returns {Set<string>} files, below that folder
 */
export function loadedBy(command, top) {
  /** @type {Set<string>} */
  const seen = new Set()
  const direct = [...command.matchAll(program)].map(([name]) => name)
  const own = [...command.matchAll(imported)].map(([, , name]) => name)
  const waiting = [...direct.map((name) => `./${name}`), ...own].flatMap(
    (name) => resolve(name, top, top) ?? [],
  )
  for (const file of waiting) {
    const name = path.relative(top, file).split(path.sep).join('/')
    if (seen.has(name) || !isFile(file)) continue
    seen.add(name)
    const text = readFileSync(file, 'utf8')
    for (const [, , specifier] of text.matchAll(imported)) {
      const next = resolve(specifier, path.dirname(file), top)
      if (next) waiting.push(next)
    }
    for (const [, , name] of text.matchAll(started)) {
      waiting.push(path.join(top, name))
    }
  }
  return seen
}

/**
 * What a file of tests can tell of a folder: the modules that it or one of its
 * helpers names, the servers if it starts one, and all that those import.
 *
 * @param {string} file of tests, absolute path
 * @param {string} top absolute path of the reader's folder
 * @returns {string[]} files below that folder, sorted
 */
export function seenBy(file, top) {
  const texts = withHelpers(file)
  const named = [...texts.values()]
    .flatMap((text) => [...text.matchAll(/'((?:lib|demo|steps)\/[\w./-]*)'/g)])
    .flatMap(([, name]) => {
      const absolute = path.join(top, name)
      if (!existsSync(absolute)) return []
      return isFile(absolute)
        ? [name]
        : filesBelow(absolute).map((file) => path.join(name, file))
    })
  // All helpers can start one, and not every test has it started.
  const own = texts.get(file) ?? ''
  const servers = /\bstartApp\b|\bAPP\b|'server[\w-]*\.js'/.test(own)
    ? readdirSync(top).filter((name) => /^server[\w-]*\.js$/.test(name))
    : []
  const seen = new Set(
    [...named, ...servers].flatMap((name) => [
      ...loadedBy(`node ${name}`, top),
    ]),
  )
  return [...seen].sort()
}
