/**
 * Makes a function that hides what no log should have.
 *
 * @param {string[]} paths such as `user.password`; a `*` stands for any name
 *   or index: `cards.*.number`
 * @returns {(fields: object) => object} gives the same fields, with
 *   `[hidden]` for the values at the paths; what it is given stays as it is
 */
export function redact(paths) {
  const lists = paths.map((path) => path.split('.'))
  return (fields) => lists.reduce(hide, fields)
}

/**
 * Copies what lies on the path, and nothing else.
 *
 * @param {any} value
 * @param {string[]} path
 * @returns {any}
 */
function hide(value, path) {
  if (path.length === 0) return '[hidden]'
  if (typeof value !== 'object' || value === null) return value
  const [name, ...rest] = path
  const names = name === '*' ? Object.keys(value) : [name]
  const present = names.filter((name) => Object.hasOwn(value, name))
  if (present.length === 0) return value
  const copy = Array.isArray(value) ? [...value] : { ...value }
  for (const name of present) copy[name] = hide(value[name], rest)
  return copy
}
