/** Programs that a transcript may need, and that not every system has. */
import { firstThatRuns, haproxy, nginx } from '../processes/toolchain.js'

const openssl = () =>
  firstThatRuns(['openssl'], 'openssl is not on PATH; install it', {
    args: ['version'],
  })

const programs = { haproxy, nginx, openssl }

/** @typedef {keyof typeof programs} ProgramName */

export const programNames = /** @type {ProgramName[]} */ (Object.keys(programs))

/**
 * @param {ProgramName[]} names
 * @returns {string} why some of them can't run, as one line; '' if all can
 */
export const whyMissing = (names) =>
  names
    .map((name) => programs[name]().reason)
    .filter(Boolean)
    .join('; ')
