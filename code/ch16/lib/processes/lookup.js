import { accessSync, constants, existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { getSystemErrorMap } from 'node:util'

/**
 * Where `file` was found in `PATH`, from a directory, by all three.
 *
 * @type {Map<string, string>}
 */
const known = new Map()

/** How many of these are remembered. */
const KNOWN = 1000

/**
 * The program that a name means, as `execvp` finds it.
 *
 * @param {string} file a name is looked for in `search`, a path is not
 * @param {string | undefined} search directories: the value of `PATH`
 * @param {string} directory that it runs in, and relative paths start from
 * @returns {string | Error} an absolute path, or why there is none
 */
export function findProgram(file, search, directory) {
  // Our own is there, or was when we started.
  if (directory !== process.cwd() && !existsSync(`${directory}/`)) {
    return failure(file, `${directory}/`)
  }
  if (file.includes('/')) {
    const program = pathFrom(directory, file)
    return isProgram(program) ? program : failure(file, program)
  }
  const folders = search ?? '/usr/bin:/bin'
  const key = `${directory}\0${folders}\0${file}`
  const last = known.get(key)
  if (last !== undefined && canRun(last)) return last
  const candidates = folders
    .split(':')
    .map((folder) => pathFrom(pathFrom(directory, folder), file))
  const program = candidates.find(isProgram)
  if (program === undefined) return failure(file, ...candidates)
  if (known.size >= KNOWN) known.clear()
  known.set(key, program)
  return program
}

/** @param {string} file an absolute path; of a directory it is true too */
function canRun(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** @param {string} program an absolute path */
const isProgram = (program) => canRun(program) && statSync(program).isFile()

/** @param {string} file @param {...string} candidates where it could be */
function failure(file, ...candidates) {
  const codes = candidates.map(problemWith)
  return spawnError(codes.find((code) => code !== 'ENOENT') ?? 'ENOENT', file)
}

/** @param {string} file @returns {string} such as `ENOENT` */
function problemWith(file) {
  try {
    statSync(file)
    return 'EACCES'
  } catch (error) {
    return /** @type {any} */ (error).code
  }
}

/**
 * An absolute path. `path.resolve` takes `a/..` for nothing, which is not so
 * where `a` is a link.
 *
 * @param {string} directory
 * @param {string} file
 */
export function pathFrom(directory, file) {
  if (!/(^|\/)\.\.(\/|$)/.test(file)) return path.resolve(directory, file)
  return file.startsWith('/') ? file : `${path.resolve(directory)}/${file}`
}

/** By name, such as ENOENT. @type {Map<string, number>} */
const numbers = new Map(
  [...getSystemErrorMap()].map(([number, [name]]) => [name, number]),
)

/**
 * The error that `node:child_process` has for a program that cannot be run.
 *
 * @param {string} code such as `ENOENT`
 * @param {string} file
 */
export function spawnError(code, file) {
  const syscall = `spawn ${file}`
  return Object.assign(new Error(`${syscall} ${code}`), {
    ...{ errno: numbers.get(code), code, syscall, path: file },
  })
}
