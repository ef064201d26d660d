import { appendFileSync } from 'node:fs'
import report from '../exercise-runner/test-events.js'

/** @typedef {{ type: string, data: any }} Message of Node's test runner */

/** So many tests may wait in vain before the others are left out. */
const mostLate = 3

/** Whether Node says at the end how many tests there were: from 22 on. */
const countsTests = Number.parseInt(process.versions.node, 10) >= 22

/**
 * A reporter that has written each event before it takes the next: a process
 * that is made to end loses none. They go into the file that EVENTS names,
 * and the last line says whether there is one for each test that Node counted.
 * Where a server does not answer, each test would wait its time: it ends the
 * process then.
 *
 * @param {AsyncIterable<Message>} source
 */
export default async function* reportAtOnce(source) {
  const file = process.env.EVENTS ?? ''
  let told = 0
  let late = 0
  /** @type {number | undefined} */
  let counted
  /** @returns {AsyncGenerator<Message>} */
  async function* watched() {
    for await (const message of source) {
      const { type, data } = message
      if (type === 'test:summary') counted = data.counts.tests
      if (type === 'test:pass' || type === 'test:fail') {
        const { type: kind, error } = data.details ?? {}
        if (kind !== 'suite') told += 1
        if (/^waited \d+ ms/.test(error?.cause?.message ?? '')) late += 1
      }
      yield message
    }
  }
  process.on('exit', () => {
    const isWhole = countsTests ? told === counted : true
    const isSilent = late >= mostLate
    const end = { type: 'end', isWhole, isSilent }
    appendFileSync(file, `${JSON.stringify(end)}\n`)
  })
  for await (const line of report(watched())) {
    appendFileSync(file, line)
    if (late >= mostLate) process.exit(1)
    yield ''
  }
}
