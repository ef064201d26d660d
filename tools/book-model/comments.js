/** Lines that say something and do nothing: readers need not type them. */

/**
 * Looks at one line alone: comments of several lines begin each with a star.
 *
 * @param {string} text of a line of JavaScript
 * @returns {boolean} whether there is nothing but a comment, or a part of one
 */
export const isComment = (text) =>
  /^\s*(?:\/[/*]|\*(?:[ /]|$))/.test(text) && !/\*\/\s*\S/.test(text)

/**
 * @param {string} file
 * @returns {boolean} whether it is a program whose comments and imports are
 *   told from its code
 */
export const isScript = (file) => /\.[mc]?js$/.test(file)

/** @param {string} text of a line */
export const isBlank = (text) => text.trim() === ''
