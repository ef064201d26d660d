import process from 'node:process'
import { VelocyError } from 'velocy'

export { primes } from '../demo/primes.js'

/** @param {{ a: number, b: number }} numbers */
export const add = ({ a, b }) => a + b

/** @param {string} island */
export function sell(island) {
  const message = `The boat to ${island} is full`
  throw new VelocyError('ERR_BOATS_FULL', message, { status: 409 })
}

/** @param {number} code */
export const exit = (code) => process.exit(code)
