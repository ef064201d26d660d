import { fileURLToPath } from 'node:url'
import { VelocyError } from '../common/errors.js'
import {
  boolean,
  checkOptions,
  checkValue,
  having,
  integer,
} from '../common/options.js'
import { nameOfSignal } from './ending.js'
import { namesOf } from './environment.js'
import { pathFrom } from './lookup.js'

/** @import { Rule } from '../common/options.js' */
/** @import { Variables } from './environment.js' */

/** @typedef {'pipe' | 'ignore' | 'inherit'} Stdio */
/**
 * A word for all three, or one for each; a gap is a pipe.
 *
 * @typedef {'pipe' | 'ignore' | null | readonly [
 *   input?: 'pipe' | 'ignore' | null | undefined,
 *   output?: Stdio | null | undefined,
 *   errors?: Stdio | null | undefined,
 * ]} Places
 */

/**
 * @template {Places} [P=Places]
 * @typedef {object} SpawnOptions
 * @property {string | URL} [cwd] directory to run in; ours, unless told
 * @property {Variables} [env] variables; ours, unless told
 * @property {P} [stdio] what becomes of its input, output and errors: `pipe`,
 *   unless told
 * @property {boolean | string} [shell] run the text in a shell; which
 * @property {AbortSignal} [signal] kills it
 * @property {number} [timeout] kills it, in ms; 0: never
 * @property {NodeJS.Signals | number} [killSignal] what kills it: `SIGTERM`,
 *   unless told
 */

/** @type {Rule} */
const text = {
  expected: 'a text without U+0000',
  allows: (value) => typeof value === 'string' && !value.includes('\0'),
}

/** @type {Rule} */
const fileRule = {
  expected: 'a text of one character or more, without U+0000',
  allows: (value) => text.allows(value) && value !== '',
}

/** What becomes a text, as `node:child_process` does it. @type {Rule} */
const word = {
  expected: 'a text or a number',
  allows: (value) => text.allows(value) || typeof value === 'number',
}

/** @type {Rule} */
const argsRule = {
  expected: 'an array of texts without U+0000',
  allows: (value) => Array.isArray(value) && value.every(word.allows),
}

/** @type {Rule} */
const envRule = {
  expected: 'an object of texts without U+0000',
  allows: (value) =>
    typeof value === 'object' &&
    value !== null &&
    namesOf(value).every(
      (name) =>
        text.allows(name) &&
        (value[name] === undefined || word.allows(value[name])),
    ),
}

const INPUTS = ['pipe', 'ignore', null, undefined]
const OUTPUTS = [...INPUTS, 'inherit']

/** @type {{ [Name in keyof SpawnOptions]-?: Rule }} */
const rules = {
  cwd: {
    expected: 'a text without U+0000, or the URL of a directory',
    allows: (value) => text.allows(value) || value instanceof URL,
  },
  env: envRule,
  stdio: {
    expected: "'pipe' or 'ignore' for input; these or 'inherit' for the others",
    allows: (value) =>
      INPUTS.includes(value) ||
      (Array.isArray(value) &&
        value.length <= 3 &&
        value.every((how, number) =>
          (number === 0 ? INPUTS : OUTPUTS).includes(how),
        )),
  },
  shell: {
    expected: 'true, false, or the path of a shell',
    allows: (value) => boolean.allows(value) || fileRule.allows(value),
  },
  signal: having('an AbortSignal', 'aborted', 'addEventListener'),
  timeout: integer(0, 2 ** 31 - 1),
  killSignal: {
    expected: 'the name or the number of a signal',
    allows: (value) => value === 0 || Boolean(nameOfSignal(value)),
  },
}

/** What `node:child_process` has, and a pool cannot give. */
const REFUSED = ['argv0', 'detached', 'gid', 'serialization', 'uid']

/** @param {object | undefined} options */
function refuse(options) {
  if (typeof options !== 'object' || options === null) return
  for (const name of REFUSED) {
    if (/** @type {any} */ (options)[name] === undefined) continue
    const message =
      `spawn: got the option ${name}, which no pool can give: its processes ` +
      'start what is run. Use spawn of node:child_process for that'
    throw new VelocyError('ERR_VELOCY_BAD_OPTION', message)
  }
}

/**
 * What somebody may have put on `Object.prototype` is no option.
 *
 * @param {SpawnOptions} [options]
 * @returns {SpawnOptions}
 */
const ownOf = (options = {}) =>
  options === null || typeof options !== 'object'
    ? options
    : /** @type {any} */ ({ __proto__: null, ...options })

/**
 * @typedef {object} Command what is to be run
 * @property {string} file
 * @property {string} program its path, once it has been looked for
 * @property {string[]} argv from its own name on
 * @property {Stdio[]} stdio three of them
 * @property {string} cwd an absolute path
 * @property {Variables | undefined} env undefined: ours
 * @property {AbortSignal | undefined} signal
 * @property {number} timeout in ms, 0: none
 * @property {NodeJS.Signals | number} killSignal
 */

/**
 * @param {string} file
 * @param {readonly string[]} args
 * @param {SpawnOptions} [options]
 * @returns {Command}
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
 */
export function commandOf(file, args, options) {
  checkValue('spawn', 'file', file, fileRule)
  checkValue('spawn', 'args', args, argsRule)
  const given = ownOf(options)
  refuse(given)
  const {
    stdio,
    shell = false,
    cwd = '',
    ...rest
  } = ownOf(checkOptions('spawn', given, rules))
  const [program, ...others] = shell
    ? [shell === true ? '/bin/sh' : shell, '-c', [file, ...args].join(' ')]
    : [file, ...args]
  const hows = Array.isArray(stdio) ? stdio : [stdio, stdio, stdio]
  return {
    ...{ env: undefined, signal: undefined },
    ...{ timeout: 0, killSignal: /** @type {const} */ ('SIGTERM') },
    ...rest,
    ...{
      cwd: pathFrom('', typeof cwd === 'string' ? cwd : fileURLToPath(cwd)),
      file: program,
      argv: [program, ...others].map(String),
    },
    program: '',
    stdio: [0, 1, 2].map((number) => hows[number] ?? 'pipe'),
  }
}

/**
 * @typedef {object} PoolOptions
 * @property {number} [size] how many processes run at once, 32 unless told
 * @property {number} [queue] how many wait for that, 1024 unless told
 * @property {number} [prestart] for how many of them a shell is started at
 *   once, while our memory is small; the others' when they are needed
 * @property {Variables} [env] variables of programs that are given none; ours,
 *   as they are by then, unless told
 * @property {string} [shell] path of a POSIX shell, `/bin/sh` unless told
 */

/**
 * @typedef {Required<Omit<PoolOptions, 'env'>> & Pick<PoolOptions, 'env'>}
 *   PoolSettings
 */

/**
 * @param {PoolOptions} [options]
 * @returns {PoolSettings}
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
 */
export function checkPool(options) {
  const checked = checkOptions('createPool', options, {
    size: integer(1, 1024),
    queue: integer(0, Infinity),
    prestart: integer(0, 1024),
    env: envRule,
    shell: fileRule,
  })
  return {
    ...{ size: 32, queue: 1024, prestart: 0, env: undefined },
    ...{ shell: '/bin/sh', ...checked },
  }
}
