import { quote } from './quote.js'

/** @typedef {Record<string, string | undefined>} Variables */

/** What a shell can pass on (POSIX.1-2024, XBD 3.216). */
const NAME = /^[A-Za-z_]\w*$/

/** What a shell keeps for itself, reads as a number, or has from us. */
const KEPT = new RegExp(
  '^(BASH.*|EPOCH.*|.*OPTS|velocy_.*|DIRSTACK|E?UID|FUNCNAME|GROUPS|HISTCMD|' +
    'IFS|LINENO|OPTIND|PIPESTATUS|P?PID|S?RANDOM|SECONDS)$',
)

/** What a shell sets by itself. */
const OWN = ['OLDPWD', 'PWD', 'SHLVL', '_']

/** @param {string} name */
const isPlain = (name) => NAME.test(name) && !KEPT.test(name)

/** Those that it inherits are meant too. @param {Variables} variables */
export function namesOf(variables) {
  const names = []
  for (const name in variables) names.push(name)
  return names
}

/** The environment of a process, and how a shell gives it one. */
export class Environment {
  /** @type {Map<string, string>} */
  #variables
  /** Whether a shell can pass on all of it. */
  isPlain

  /** @param {Variables} variables */
  constructor(variables) {
    const defined = namesOf(variables)
      .map((name) => /** @type {const} */ ([name, variables[name]]))
      .filter(([, value]) => value !== undefined)
    this.#variables = new Map(
      defined.map(([name, value]) => [name, String(value)]),
    )
    const names = [...this.#variables.keys()]
    this.isPlain = names.every(isPlain)
  }

  /** Where programs are looked for. */
  get path() {
    return this.#variables.get('PATH')
  }

  /** @param {Variables} variables whether they are these */
  isThatOf(variables) {
    const names = namesOf(variables)
    return (
      names.length === this.#variables.size &&
      names.every((name) => variables[name] === this.#variables.get(name))
    )
  }

  /** What stands before a command that a shell cannot give its variables. */
  get prefix() {
    if (this.isPlain) return ''
    // `env` knows no such thing as a name, only that it ends at the first `=`:
    // a program with one in its path is beyond it. It costs another exec.
    const pairs = [...this.#variables].map(([name, value]) =>
      quote(`${name}=${value}`),
    )
    return `/usr/bin/env -i -- ${pairs.join(' ')} `
  }

  /**
   * Commands after which a shell has these variables.
   *
   * @param {Environment} last what it has, but for what it sets by itself
   */
  commandsAfter(last) {
    const known = new Set([...last.#variables.keys(), ...OWN])
    const surplus = [...known].filter(
      (name) => !this.#variables.has(name) && isPlain(name),
    )
    const changed = [...this.#variables].filter(
      ([name, value]) =>
        OWN.includes(name) || last.#variables.get(name) !== value,
    )
    const exports = changed.map(
      ([name, value]) => `export ${name}=${quote(value)};`,
    )
    const unset = surplus.length > 0 ? `unset ${surplus.join(' ')};` : ''
    return `${unset}${exports.join('')}`
  }
}
