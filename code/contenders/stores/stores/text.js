/** No store: the word is there already. */
export const open = async () => (/** @type {string} */ word) => word
