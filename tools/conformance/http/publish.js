/** Writes what was counted where pages look for it. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describeMachine } from '../../bench/machine.js'
import { fromRoot, resultsDir } from '../../lib/paths.js'

/**
 * A line of a result. What is counted comes out the same each time, so it has
 * one round.
 *
 * @param {string} id
 * @param {string} name
 * @param {Record<string, number>} figures
 * @param {object} [more]
 */
export const counted = (id, name, figures, more = {}) => ({
  id,
  name,
  status: 'ok',
  ...more,
  rounds: [figures],
  summary: Object.fromEntries(
    Object.entries(figures).map(([metric, value]) => [
      metric,
      { median: value, min: value, max: value },
    ]),
  ),
})

/**
 * @param {object} what
 * @param {string} what.id
 * @param {string} what.title
 * @param {string} what.program that was run
 * @param {string} [what.chapter]
 * @param {object[]} what.contenders
 * @param {object} [what.settings]
 * @param {Record<string, { value: number, unit: string }>} [what.values]
 */
export function publish({ program, settings, values = {}, ...what }) {
  const { id, title, chapter = 'ch13', contenders } = what
  const result = {
    schema: 1,
    id,
    title,
    chapter,
    date: new Date().toISOString(),
    command: `node tools/conformance/${program} ${process.argv.slice(2).join(' ')}`,
    machine: describeMachine(),
    settings: { kind: 'cases', ...settings },
    contenders,
    values,
  }
  const file = path.join(resultsDir, `${id}.json`)
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`)
  console.log(`\nWritten: ${fromRoot(file)}`)
}
