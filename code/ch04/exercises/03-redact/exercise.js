/**
 * Makes a function that hides what no log should have.
 *
 * @param {string[]} paths such as `user.password`; a `*` stands for any name
 *   or index: `cards.*.number`
 * @returns {(fields: object) => object} gives the same fields, with
 *   `[hidden]` for the values at the paths; what it is given stays as it is
 */
export function redact(paths) {
  return (fields) => {
    for (const path of paths) {
      const names = path.split('.')
      const last = names.pop() ?? ''
      /** @type {any} */
      let target = fields
      for (const name of names) target = target[name]
      target[last] = '[hidden]'
    }
    return fields
  }
}
