/**
 * What all copies of Velocy in a process have in common: two packages may
 * bring one each, and there is only one process.
 *
 * @template T
 * @param {string} name
 * @param {() => T} make makes it, for the first that asks
 * @returns {T}
 */
export function shared(name, make) {
  const all = /** @type {any} */ (globalThis)
  const key = Symbol.for(`velocy.${name}`)
  all[key] ??= make()
  return all[key]
}
