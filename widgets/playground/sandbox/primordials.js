/**
 * What the sandbox uses of the language while a program runs, taken before it
 * does: a program may overwrite `Array.prototype.push` or `JSON.stringify`,
 * and its output and its errors are still told.
 */

const { bind, call } = Function.prototype

/**
 * `uncurry(method)(object, ...args)` is `object.method(...args)`.
 *
 * @type {(method: Function) => (object: any, ...args: any[]) => any}
 */
export const uncurry = bind.bind(call)

export const { apply, getOwnPropertyDescriptor, ownKeys } = Reflect
export const { defineProperty, freeze, getPrototypeOf } = Object
export const { isArray } = Array
export const { min } = Math
export const toText = String

export const exec = uncurry(RegExp.prototype.exec)
export const indexOf = uncurry(String.prototype.indexOf)
export const replace = uncurry(String.prototype.replace)
export const slice = uncurry(String.prototype.slice)
export const split = uncurry(String.prototype.split)
export const startsWith = uncurry(String.prototype.startsWith)
export const join = uncurry(Array.prototype.join)

/**
 * Adds to the end of an array, whatever `Array.prototype` has become.
 *
 * @template T
 * @param {T[]} list
 * @param {T} value
 */
export function append(list, value) {
  defineProperty(list, list.length, {
    // Without this a property that a program gave every object would count.
    ...{ __proto__: null, value },
    ...{ configurable: true, enumerable: true, writable: true },
  })
}

export const hasPrototype = uncurry(Object.prototype.isPrototypeOf)
