/**
 * What options of a pool take from `node:util`, for a page: how a number is
 * written in a message.
 *
 * @param {unknown} value
 */
export const inspect = (value) => String(value)
