/**
 * @typedef {object} Helper
 * @property {number} busy how many requests it has
 */

/** @typedef {(helpers: Helper[]) => Helper} Schedule chooses the helper for the next request */

/** @type {Schedule} */
export const random = (helpers) =>
  helpers[Math.floor(Math.random() * helpers.length)]

/** @returns {Schedule} */
export function roundRobin() {
  let turn = 0
  return (helpers) => helpers[turn++ % helpers.length]
}

/** @type {Schedule} */
export const leastConnections = (helpers) =>
  helpers.reduce((least, helper) => (helper.busy < least.busy ? helper : least))
