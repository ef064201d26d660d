/**
 * node-inspect-extracted asks Node.js what only V8 knows. In a page it guesses,
 * by two functions that it uses for nothing else and keeps from when it is
 * loaded; until then they are ours, which know more.
 */
import { typeName } from './type-name.js'

const { isFrozen } = Object
const { toString: tagOf } = Object.prototype

// A frozen object without a prototype would be a handle of C++: a page has none.
Object.isFrozen = () => false

/**
 * What tells the name of an object's class where the object does not.
 *
 * @this {any}
 */
function tagWithClass() {
  const tag = tagOf.call(this)
  if (tag !== '[object Object]' || this.constructor) return tag
  const name = typeName(this)
  return name ? `[object ${name}]` : tag
}
Object.prototype.toString = tagWithClass

/** To be called when the package is loaded. */
export function restore() {
  Object.isFrozen = isFrozen
  Object.prototype.toString = tagOf
}
