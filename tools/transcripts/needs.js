/** Programs that a transcript may need, and that not every system has. */
import { haproxy, nginx } from '../processes/toolchain.js'

const programs = { haproxy, nginx }

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
