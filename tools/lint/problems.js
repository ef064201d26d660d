/** How the checks say what they found. */
import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * @typedef {object} Problem
 * @property {string} file path from the root
 * @property {number} [line] from 1
 * @property {string} message what was found, and what to do
 */

/** @param {Problem} problem */
export const format = ({ file, line, message }) =>
  `${file}${line === undefined ? '' : `:${line}`}: ${message}`

/**
 * Whether a module is the program that was run, not one that was imported.
 *
 * @param {string} url import.meta.url
 */
export function isMain(url) {
  const [, program] = process.argv
  return Boolean(program) && realpathSync(program) === fileURLToPath(url)
}

/**
 * Prints the problems and sets the exit status.
 *
 * @param {string} name of the check
 * @param {Problem[]} problems
 * @param {string} checked what is right, when there is no problem
 */
export function report(name, problems, checked) {
  for (const problem of problems) console.log(format(problem))
  console.log(
    problems.length === 0
      ? `${name}: ${checked}`
      : `${name}: ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}`,
  )
  process.exitCode = problems.length === 0 ? 0 : 1
}
