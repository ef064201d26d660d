/** @param {unknown} error */
export const messageOf = (error) =>
  error instanceof Error ? error.message : String(error)

/** @param {number} seconds @returns {string} such as `9 min` */
export const roughly = (seconds) =>
  seconds < 90
    ? `${Math.max(1, Math.ceil(seconds))} s`
    : seconds < 5400
      ? `${Math.round(seconds / 60)} min`
      : `${(seconds / 3600).toFixed(1)} h`

/** @param {number} count @param {string} word @returns {string} `2 pages` */
export const counted = (count, word) =>
  `${count} ${word}${count === 1 ? '' : 's'}`
