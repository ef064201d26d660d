/** What a command-line tool was called with. */
import { parseArgs } from 'node:util'
import { messageOf } from './message.js'

/** @typedef {import('node:util').ParseArgsConfig} Config */

/**
 * Ends the tool where `-h` or `--help` asks for nothing but the help, and where
 * an argument is wrong.
 *
 * @template {Config} T
 * @param {string} help
 * @param {T} config as `parseArgs` takes it; without `help`
 * @returns {ReturnType<typeof parseArgs<T>>}
 */
export function readArguments(help, config) {
  const options = {
    ...config.options,
    help: { type: /** @type {const} */ ('boolean'), short: 'h' },
  }
  try {
    const parsed = parseArgs({ ...config, options })
    const { help: isAsked } = /** @type {{ help?: boolean }} */ (parsed.values)
    if (!isAsked) return /** @type {any} */ (parsed)
  } catch (error) {
    refuse(help, messageOf(error))
  }
  console.log(help.trimEnd())
  process.exit(0)
}

/**
 * @param {string} help
 * @param {string} message what was got, and what was expected
 * @returns {never}
 */
export function refuse(help, message) {
  const [usage] = help.trimEnd().split('\n\n')
  console.error(`${message}\n\n${usage}`)
  process.exit(2)
}

/**
 * @template {string | undefined} T
 * @param {string} help
 * @param {string} name of the option
 * @param {T} text its value, if it has one
 * @param {number} [least]
 * @returns {T extends string ? number : undefined}
 */
export function integerOf(help, name, text, least = 1) {
  /** @type {any} */
  const value = text === undefined ? undefined : Number(text)
  const isFit = Number.isInteger(value) && value >= least
  if (isFit || text === undefined) return value
  return refuse(
    help,
    `--${name}: got "${text}", expected an integer from ${least}`,
  )
}
