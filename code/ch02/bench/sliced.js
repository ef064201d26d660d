import { setImmediate as nextTurn } from 'node:timers/promises'
import { block, startWith, WORK } from './report.js'

/** How long the others wait at most for a slice of the report, in ms. */
const SLICE = 2

async function makeReport() {
  for (let done = 0; done < WORK; done += SLICE) {
    block(SLICE)
    await nextTurn()
  }
}

/** @param {{ port: number, host: string }} options */
export const start = (options) => startWith(makeReport, options)
