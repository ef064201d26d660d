/** Whether a reader's server can be tested at all, and if not, why. */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { outputLines, placeOf } from '../exercise-runner/test-report.js'
import { fromRoot } from '../lib/paths.js'
import { patience } from '../processes/pace.js'
import { run } from '../processes/run.js'
import { portTaken } from './port.js'
import { originOf } from './suite.js'

/** @typedef {import('../book-model/chapters.js').Chapter} Chapter */
/** @typedef {import('./port.js').Problem} Problem */
/** @typedef {import('./strings.js').Say} Say */

/** What a server may print during it, in characters. */
const maxOutput = 20_000_000

/**
 * @param {Problem} problem
 * @param {Say} say
 * @param {string | null} [place] of the reader's, where it happened
 * @returns {string[]}
 */
export function problemLines({ id, got, values = {} }, say, place = null) {
  const words = got === 'gotError' ? String(values.error) : say(got, values)
  const labels = ['got', 'expected', 'todo'].map((key) => say(key))
  const width = Math.max(...labels.map((label) => label.length)) + 2
  const lines = [
    place ? `${words} (${place})` : words,
    say(`problem.${id}.expected`, values),
    say(`problem.${id}.todo`, values),
  ]
  return [
    `✗ ${say(`problem.${id}`, values)}`,
    ...lines.map((line, i) => `    ${labels[i].padEnd(width)}${line}`),
  ]
}

/**
 * @param {string} app absolute path
 * @param {string} runner a Node
 * @param {Chapter[]} wanted
 * @param {Say} say
 * @returns {Promise<string[]>} what is wrong; empty when it can be tested
 */
export async function tryServer(app, runner, wanted, say) {
  const script = fileURLToPath(new URL('probe.js', import.meta.url))
  const { output, timedOut } = await run(runner, [script, app], {
    cwd: path.dirname(app),
    timeout: patience(40),
    maxOutput,
  })
  /** @type {{ loaded?: true, done?: true, problem?: Problem }} */
  const { loaded, done, problem } = Object.assign(
    {},
    ...[...output.matchAll(/^PROBE (.*)$/gm)].map(([, text]) =>
      JSON.parse(text),
    ),
  )
  if (done) return []
  if (problem) {
    const place = problem.stack && placeOf(problem.stack, path.dirname(app))
    return problemLines(problem, say, place || null)
  }
  const words = outputLines(output.replaceAll(/^PROBE .*\n/gm, ''))
  const missing = /Cannot find module '([^']+)'/.exec(output)?.[1]
  const name = missing && path.relative(path.dirname(app), missing)
  const origin = name && originOf(name, wanted)
  if (missing && name && origin) {
    const { id, title } = origin.chapter
    const copy = fromRoot(origin.file)
    const values = { name, file: missing, chapter: id, title, copy }
    return problemLines({ id: 'serverNeeds', got: 'noFile', values }, say)
  }
  const taken = portTaken(output)
  if (taken) return problemLines(taken, say)
  const isSilent = words.length === 0
  if (!loaded && !isSilent) {
    const found = { id: 'notLoaded', got: 'gotBelow' }
    return [...problemLines(found, say), ...words]
  }
  const found = {
    id: timedOut ? 'endless' : 'ends',
    got: isSilent ? 'gotNoWord' : 'gotPrinted',
  }
  return [...problemLines(found, say), ...words]
}
