/** As much of TOML as the book's own configuration needs. */

/**
 * @param {string} toml
 * @param {string[]} names of tables
 * @returns {string} without them
 */
export const withoutTables = (toml, names) =>
  toml
    .split(/^(?=\[)/m)
    .filter((table) => !names.includes(/^\[(.*)\]/.exec(table)?.[1] ?? ''))
    .join('')
