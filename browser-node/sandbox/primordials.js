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
export const { defineProperty, getPrototypeOf } = Object
export const toText = String

export const exec = uncurry(RegExp.prototype.exec)
export const indexOf = uncurry(String.prototype.indexOf)
export const replace = uncurry(String.prototype.replace)
export const slice = uncurry(String.prototype.slice)
export const split = uncurry(String.prototype.split)
export const hasPrototype = uncurry(Object.prototype.isPrototypeOf)
