import { accessSync, constants, existsSync, statSync } from 'node:fs'
import os from 'node:os'
import { checkOptions, checkValue, having, integer } from '../common/options.js'
import { attempt, signalName } from './child.js'

/** @import { Rule } from '../common/options.js' */

/** @typedef {Record<string, string | number | undefined>} Variables */
/** @typedef {'pipe' | 'ignore' | 'inherit'} Place */

/**
 * @typedef {object} SpawnOptions
 * @property {string} [cwd] The folder to run in. Default: ours.
 * @property {Variables} [env] All of its variables. Default: ours.
 * @property {Place | (Place | null | undefined)[]} [stdio] Input, output and
 *   errors; input can't be `inherit`. Default: `pipe`.
 * @property {AbortSignal} [signal] Kills the program.
 * @property {number} [timeout] Kills the program after so many ms; 0 means
 *   never. Default: 0.
 * @property {NodeJS.Signals | number} [killSignal] The signal of these two.
 *   Default: SIGTERM.
 */

/**
 * @typedef {object} Command what to run
 * @property {string} file
 * @property {string} program its path, once it has been found
 * @property {string[]} args
 * @property {string} [cwd] an absolute path
 * @property {Variables} [env] none: those that the shell has
 * @property {string} start sets them in a copy of the shell
 * @property {Place[]} stdio three of them
 * @property {AbortSignal} [signal]
 * @property {number} timeout in ms, 0: none
 * @property {NodeJS.Signals | number} [killSignal]
 */

/** @type {Rule} */
const text = {
  expected: 'a string without U+0000',
  allows: (value) => typeof value === 'string' && !value.includes('\0'),
}

/** @type {Rule} */
const argsRule = {
  expected: 'an array of strings without U+0000',
  allows: (value) => Array.isArray(value) && value.every(text.allows),
}

/** @type {{ [Name in keyof SpawnOptions]-?: Rule }} */
const rules = {
  cwd: text,
  env: {
    expected: 'an object of strings without U+0000',
    allows: (value) =>
      value instanceof Object && pairsOf(value).every(text.allows),
  },
  stdio: {
    expected:
      "'pipe', 'ignore' or 'inherit' (not for input), or three of these",
    allows: (value) => placesOf(value).every(isPlace),
  },
  signal: having('an AbortSignal', 'aborted', 'addEventListener'),
  timeout: integer(0, 2 ** 31 - 1),
  killSignal: {
    expected: 'the name or the number of a signal',
    allows: (value) => Boolean(signalName(value)),
  },
}

/** @param {SpawnOptions['stdio']} stdio */
function placesOf(stdio = 'pipe') {
  const places = Array.isArray(stdio) ? stdio : [stdio, stdio, stdio]
  const [input, output, errors, ...more] = places
  return [input ?? 'pipe', output ?? 'pipe', errors ?? 'pipe', ...more]
}

/** @param {string | null | undefined} place @param {number} index 0: input */
const isPlace = (place, index) =>
  index < 3 &&
  (place === 'pipe' || place === 'ignore' || (place === 'inherit' && index > 0))

/** @satisfies {Partial<Command>} */
const DEFAULTS = { program: '', start: 'exec ', timeout: 0 }

/**
 * @param {string} file
 * @param {readonly string[]} args
 * @param {SpawnOptions} [options]
 * @returns {Command}
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
 */
export function commandOf(file, args, options) {
  checkValue('spawn', 'file', file, text)
  checkValue('spawn', 'args', args, argsRule)
  // As in Node.js, no option comes from a prototype.
  /** @type {typeof options} */
  const own = options && Object.assign(Object.create(null), options)
  const checked = checkOptions('spawn', own, rules)
  Object.setPrototypeOf(checked, null)
  const { cwd, env, stdio, ...rest } = checked
  return {
    ...DEFAULTS,
    ...rest,
    file,
    args: [...args],
    stdio: /** @type {Place[]} */ (placesOf(stdio)),
    cwd: cwd === undefined ? cwd : pathFrom(process.cwd(), cwd),
    env,
  }
}

/** Inherited ones count, as in Node.js. @param {Variables} variables */
export function pairsOf(variables) {
  const pairs = []
  for (const name in variables) {
    if (variables[name] !== undefined) pairs.push(`${name}=${variables[name]}`)
  }
  return pairs
}

/** What some shell keeps for itself. */
const KEPT =
  'BASH\\w*|SHELLOPTS|E?UID|PPID|GROUPS|OPTIND|S?RANDOM|SECONDS|LINENO|' +
  'EPOCH\\w*|DIRSTACK|FUNCNAME|HISTCMD|PIPESTATUS'

/** That, and pairs that no shell can have. */
const ODD = new RegExp(`^(?![a-z_]\\w*=)|^(${KEPT})=`, 'i')

/** @param {string} pair */
const kindOf = (pair) => (ODD.test(pair) ? 'odd' : 'plain')

/** @param {string} pair */
const nameOf = (pair) => pair.slice(0, pair.indexOf('='))

/**
 * The start of a command in a copy of a shell, which gives the program these
 * variables and no others.
 *
 * @param {Variables} variables
 * @param {Variables} own what the shell was started with
 */
export function settingOf(variables, own) {
  const { plain, odd = [] } = Object.groupBy(pairsOf(variables), kindOf)
  const had = Object.groupBy(pairsOf(own), kindOf)
  const names = (had.plain ?? []).map(nameOf).join(' ')
  const unset = `unset ${names} PWD OLDPWD SHLVL _;`
  const set = plain ? `export ${plain.map(quote).join(' ')};` : ''
  if (odd.length === 0 && !had.odd) return `${unset}${set}exec `
  // Arguments can be seen in a list of processes, variables can't.
  const others = (had.odd ?? []).map((pair) => `-u ${quote(nameOf(pair))}`)
  const words = ['/usr/bin/env', ...others, '--', ...odd.map(quote)].join(' ')
  return `${unset}${set}exec ${words} `
}

/** @param {Variables} own what the shell was started with */
export const inheriting = (own) =>
  pairsOf(own).some((pair) => ODD.test(pair)) ? settingOf(own, own) : 'exec '

/**
 * @typedef {object} PoolOptions
 * @property {number} [size] How many programs run at once, from 1 to 1024.
 *   Default: 32.
 * @property {number} [queue] How many programs may wait. Default: 1024.
 * @property {number} [prestart] How many shells to start now, while our memory
 *   is small; the others start when they are needed. Default: 0.
 * @property {string} [shell] The path of a POSIX shell. Default: /bin/sh.
 */

/**
 * @param {PoolOptions} [options]
 * @returns {Required<PoolOptions>}
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
 */
export function checkPool(options) {
  const checked = checkOptions('createPool', options, {
    size: integer(1, 1024),
    queue: integer(0, Infinity),
    prestart: integer(0, 1024),
    shell: text,
  })
  return { size: 32, queue: 1024, prestart: 0, shell: '/bin/sh', ...checked }
}

/**
 * A word of the shell that means this text and nothing else. Between single
 * quotes no character is special, and a single quote ends them: so it stands
 * outside, behind a backslash (POSIX.1-2024, XCU 2.2).
 *
 * @param {string} text without U+0000, which no argument can have
 */
export const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`

/**
 * The program that a command means, as `execvp` finds it.
 *
 * @param {Command} command
 * @returns {string} an absolute path
 * @throws {Error} such as ENOENT, as `node:child_process` has it
 */
export function findProgram({ file, args, cwd, env }) {
  // This leads to our folder, even if it has been removed.
  const from = cwd ?? '/proc/self/cwd'
  const { PATH = '/usr/bin:/bin' } = env ?? process.env
  const folders = file.includes('/') ? [''] : String(PATH).split(':')
  const files = folders.map((folder) => pathFrom(pathFrom(from, folder), file))
  const program = files.find(isProgram)
  if (program && (!cwd || canRun(`${cwd}/.`))) return program
  const isThere = existsSync(from) && files.some((name) => existsSync(name))
  throw spawnError(isThere ? 'EACCES' : 'ENOENT', file, args)
}

/**
 * Leaves each `..` in: what stands before it may be a link to another folder.
 *
 * @param {string} from
 * @param {string} to
 */
const pathFrom = (from, to) => (to[0] === '/' ? to : `${from}/${to}`)

/** @param {string} file */
const isProgram = (file) =>
  existsSync(file) && canRun(file) && statSync(file).isFile()

/** @param {string} file or folder, that can be entered */
const canRun = (file) =>
  attempt(() => accessSync(file, constants.X_OK) ?? true) === true

/**
 * @param {'ENOENT' | 'EACCES'} code
 * @param {string} file
 * @param {string[]} spawnargs
 */
function spawnError(code, file, spawnargs) {
  const syscall = `spawn ${file}`
  const errno = -os.constants.errno[code]
  const details = { errno, code, syscall, path: file, spawnargs }
  return Object.assign(new Error(`${syscall} ${code}`), details)
}
