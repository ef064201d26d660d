/**
 * How long something may take before it counts as hanging: what is plenty on
 * an idle machine, times PATIENCE. That is 2, and 4 in scripts/verify.sh, where
 * many things run side by side; a slow machine can be given more.
 */

/** @returns {number} */
const factor = () => Number(process.env.PATIENCE) || 2

/**
 * @param {number} seconds that are plenty on an idle machine
 * @returns {number} seconds that are plenty on this one
 */
export const patience = (seconds) => seconds * factor()

/** @param {number} seconds @returns {number} the same in whole milliseconds */
export const patienceInMs = (seconds) => Math.round(1000 * patience(seconds))
