/**
 * Looking at a part of what is much alike: every so many-th of it, the same
 * each time. `verify --full` sees all, and so does a tool that is run by hand.
 */

/** The variable by which verify tells its children. */
const variable = 'SAMPLED'

/** @param {boolean} isSampled for what this process does and starts from now */
export function tellSampled(isSampled) {
  if (isSampled) process.env[variable] = '1'
  else delete process.env[variable]
}

/** Whether verify looks at parts of what is alike. */
const isSampled = () => process.env[variable] !== undefined

/**
 * @template T
 * @param {readonly T[]} items in an order that lasts
 * @param {number} parts every how many-th is looked at
 * @returns {T[]} all, where nothing was told of samples
 */
export const sampled = (items, parts) =>
  isSampled() ? items.filter((_, i) => i % parts === 0) : [...items]
