/**
 * @this {object}
 * @returns {unknown}
 */
function ownTypeName() {
  const holder = { stack: null }
  Error.captureStackTrace(holder)
  return holder.stack
}

/**
 * The name of what made an object, where the object itself does not tell: one
 * whose class has a prototype of its own without a constructor. V8 knows it,
 * and tells it of the receiver of a call.
 *
 * @param {object} object
 * @returns {string | null} null in other engines
 */
export function typeName(object) {
  if (!Error.captureStackTrace) return null
  const { prepareStackTrace } = Error
  Error.prepareStackTrace = (_error, [site]) => site?.getTypeName() ?? null
  try {
    const name = ownTypeName.call(object)
    return typeof name === 'string' && /^[\w$]+$/.test(name) ? name : null
  } finally {
    Error.prepareStackTrace = prepareStackTrace
  }
}
