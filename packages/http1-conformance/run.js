/** Sends cases to a server, several at once, and counts what came of them. */
import { head } from './cases/words.js'
import { exchange } from './exchange.js'
import { tryCase } from './verdict.js'

/** @import { Mark, Server, Verdict } from './verdict.js' */
/** @import { Row } from './cases/index.js' */

/** @typedef {{ row: Row, verdict: Verdict }} Tried */

/** How many connections at once. */
const AT_ONCE = 16

/**
 * @param {Row[]} rows
 * @param {Server} server
 * @returns {Promise<Tried[]>} in the order in which they ended
 */
export async function tryAll(rows, server) {
  /** @type {Tried[]} */
  const tried = []
  let next = 0
  const work = async () => {
    while (next < rows.length) {
      const row = rows[next++]
      tried.push({ row, verdict: await tryCase(row, server) })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return tried
}

/**
 * A server that does not tell what it has seen would fail most cases.
 *
 * @param {Server} server
 * @returns {Promise<string>} what it answered in place of that; '' where it
 *   mirrors
 */
export async function notMirrored({ host, port, secure, patience = 1500 }) {
  const send = head('GET /mirror HTTP/1.1', 'Host: a')
  const sent = { steps: [send], methods: [], answers: 1, halfCloses: false }
  const place = { ...sent, host, secure }
  const outcome = await exchange(port, place, 'whole', patience)
  const [first] = outcome.answers
  if (first?.body.includes('"/mirror"')) return ''
  if (!first) return outcome.problem || 'no answer'
  return `${first.status} ${JSON.stringify(first.body.slice(0, 200))}`
}

/** @param {Tried[]} tried @param {Mark} mark */
export const count = (tried, mark) =>
  tried.filter(({ verdict }) => verdict.mark === mark).length

/**
 * @param {Tried[]} tried
 * @param {boolean} [verbose] whether to say what was noted, too
 * @returns {string[]} lines: what each case that is told of came to
 */
export const reportLines = (tried, verbose = false) =>
  tried
    .filter(({ verdict: { mark } }) =>
      verbose ? mark !== 'passed' : mark === 'failed',
    )
    .flatMap(({ row, verdict: { mark, cut, got } }) => [
      `  ${mark}  ${row.area} · ${row.name} (${row.is.section})`,
      `          sent ${cut}: got ${got}`,
    ])
