/** @param {unknown} error */
export const messageOf = (error) =>
  error instanceof Error ? error.message : String(error)

/** @param {number} count @param {string} word @returns {string} `2 pages` */
export const counted = (count, word) =>
  `${count} ${word}${count === 1 ? '' : 's'}`
