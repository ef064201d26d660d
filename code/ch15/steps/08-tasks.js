import process from 'node:process'

export { primes } from '../demo/primes.js'

/** @param {{ a: number, b: number }} numbers */
export const add = ({ a, b }) => a + b

/** @param {number} code */
export const exit = (code) => process.exit(code)
