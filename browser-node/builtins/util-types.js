/**
 * node:util/types. What only the engine knows, such as whether something is a
 * Proxy, is answered with false.
 */

/**
 * Whether a method takes it for one of its own.
 *
 * @param {(value: any) => unknown} use throws for anything else
 */
const brand = (use) => (/** @type {unknown} */ value) => {
  if (typeof value !== 'object' || value === null) return false
  try {
    use(value)
    return true
  } catch {
    return false
  }
}

/** @param {object} prototype @param {string | symbol} name */
const getter = (prototype, name) =>
  /** @type {() => any} */ (
    Object.getOwnPropertyDescriptor(prototype, name)?.get
  )

/** @param {unknown} value */
const tagOf = (value) => Object.prototype.toString.call(value).slice(8, -1)

/** @param {...string} tags */
const tagged =
  (...tags) =>
  (/** @type {unknown} */ value) =>
    typeof value === 'object' && value !== null && tags.includes(tagOf(value))

const typedTag = getter(
  Object.getPrototypeOf(Uint8Array.prototype),
  Symbol.toStringTag,
)

/** @param {unknown} value */
const typedArrayTag = (value) => typedTag.call(value)

/** @param {string} name */
const typedArray = (name) => (/** @type {unknown} */ value) =>
  typedArrayTag(value) === name

const mapSize = getter(Map.prototype, 'size')
const setSize = getter(Set.prototype, 'size')
const source = getter(RegExp.prototype, 'source')
const bufferLength = getter(ArrayBuffer.prototype, 'byteLength')
const viewLength = getter(DataView.prototype, 'byteLength')

export const isMap = brand((value) => mapSize.call(value))
export const isSet = brand((value) => setSize.call(value))
export const isWeakMap = brand((value) =>
  WeakMap.prototype.has.call(value, value),
)
export const isWeakSet = brand((value) =>
  WeakSet.prototype.has.call(value, value),
)
export const isDate = brand((value) => Date.prototype.getTime.call(value))
const hasSource = brand((value) => source.call(value))

/** @param {unknown} value @returns {value is RegExp} */
export const isRegExp = (value) =>
  value !== RegExp.prototype && hasSource(value)

export const isArrayBuffer = brand((value) => bufferLength.call(value))
export const isSharedArrayBuffer = tagged('SharedArrayBuffer')
export const isDataView = brand((value) => viewLength.call(value))
export const isNumberObject = brand((value) =>
  Number.prototype.valueOf.call(value),
)
export const isStringObject = brand((value) =>
  String.prototype.valueOf.call(value),
)
export const isBooleanObject = brand((value) =>
  Boolean.prototype.valueOf.call(value),
)
export const isBigIntObject = brand((value) =>
  BigInt.prototype.valueOf.call(value),
)
export const isSymbolObject = brand((value) =>
  Symbol.prototype.valueOf.call(value),
)

/** @param {unknown} value */
export const isBoxedPrimitive = (value) =>
  isNumberObject(value) ||
  isStringObject(value) ||
  isBooleanObject(value) ||
  isBigIntObject(value) ||
  isSymbolObject(value)

/** @param {unknown} value */
export const isAnyArrayBuffer = (value) =>
  isArrayBuffer(value) || isSharedArrayBuffer(value)

/** @param {unknown} value */
export const isArrayBufferView = (value) => ArrayBuffer.isView(value)

/** @param {unknown} value */
export const isTypedArray = (value) => typedArrayTag(value) !== undefined

export const isUint8Array = typedArray('Uint8Array')
export const isUint8ClampedArray = typedArray('Uint8ClampedArray')
export const isUint16Array = typedArray('Uint16Array')
export const isUint32Array = typedArray('Uint32Array')
export const isInt8Array = typedArray('Int8Array')
export const isInt16Array = typedArray('Int16Array')
export const isInt32Array = typedArray('Int32Array')
export const isFloat16Array = typedArray('Float16Array')
export const isFloat32Array = typedArray('Float32Array')
export const isFloat64Array = typedArray('Float64Array')
export const isBigInt64Array = typedArray('BigInt64Array')
export const isBigUint64Array = typedArray('BigUint64Array')

/** @param {unknown} value */
export const isPromise = (value) => value instanceof Promise

export const isNativeError = tagged('Error', 'DOMException')
export const isArgumentsObject = tagged('Arguments')
export const isGeneratorObject = tagged('Generator')
export const isMapIterator = tagged('Map Iterator')
export const isSetIterator = tagged('Set Iterator')

export const isProxy = () => false
