/**
 * State shared by every copy of Velocy loaded in this process: two packages may
 * each bring one.
 *
 * @template T
 * @param {string} name
 * @param {() => T} make called by the first copy that asks
 * @returns {T}
 */
export function shared(name, make) {
  const all = /** @type {any} */ (globalThis)
  const key = Symbol.for(`velocy.${name}`)
  all[key] ??= make()
  return all[key]
}
