/** What is wrong with a server that cannot be tested, and ports above all. */

/**
 * Its words are in the tables of strings, under `problem.ID`.
 *
 * @typedef {object} Problem
 * @property {string} id
 * @property {string} got the key of what was got
 * @property {Record<string, string | number>} [values]
 * @property {string} [stack] of the reader's error
 */

/**
 * @param {string} text of an error
 * @returns {Problem | null} when it says that a port is taken
 */
export function portTaken(text) {
  const [error, port] = /EADDRINUSE.*?:(\d+)\b/.exec(text) ?? []
  if (!error) return null
  return { id: 'portTaken', got: 'gotError', values: { port, error } }
}
