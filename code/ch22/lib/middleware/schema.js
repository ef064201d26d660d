import * as rules from '../common/options.js'

/** @import { VelocyError } from '../common/errors.js' */
/** @import { Rule } from '../common/options.js' */

/**
 * @typedef {object} Issue
 * @property {string} message what was expected
 * @property {readonly (PropertyKey | { readonly key: PropertyKey })[] |
 *   undefined} [path] from the value to the part of it that is wrong
 */
/**
 * What a schema says of a value: the value to use, or what is wrong with it.
 *
 * @template T
 * @typedef {{ readonly value: T, readonly issues?: undefined } |
 *   { readonly issues: readonly Issue[], readonly value?: undefined }} Result
 */
/**
 * A schema of any library that has Standard Schema 1
 * (https://standardschema.dev).
 *
 * @template [Input=any]
 * @template [T=any]
 * @typedef {{ readonly '~standard': {
 *   readonly version: 1,
 *   readonly vendor: string,
 *   readonly validate: (value: unknown) => Result<T> | Promise<Result<T>>,
 *   readonly types?: { readonly input: Input, readonly output: T } | undefined,
 * } }} StandardSchema
 */
/**
 * What a schema lets through.
 *
 * @template {StandardSchema} S
 * @typedef {NonNullable<S['~standard']['types']>['output']} Output
 */
/**
 * A schema of ours, which knows at once. Its messages quote nothing of the
 * value, which may be a password.
 *
 * @template T
 * @typedef {{ readonly '~standard': {
 *   readonly validate: (value: unknown) => Result<T>,
 * } } & StandardSchema<unknown, T>} Schema
 */

/** @typedef {(value: any) => Result<any>} Validate */

/** @param {Validate} validate @returns {Schema<any>} */
const schema = (validate) => ({
  '~standard': { version: 1, vendor: 'velocy', validate },
})

/** @param {string} expected @returns {Result<any>} */
const wrong = (expected) => ({ issues: [{ message: `Expected ${expected}` }] })

/** @param {Rule} rule @returns {Schema<any>} */
const follow = ({ expected, allows }) =>
  schema((value) => (allows(value) ? { value } : wrong(expected)))

/**
 * Allows a string by its length, in UTF-16 units.
 *
 * @param {number} [min] Default: 0.
 * @param {number} [max] Default: 1,000.
 * @returns {Schema<string>}
 */
export const string = (min = 0, max = 1000) =>
  follow({
    expected: `a string of ${min} to ${max} characters`,
    allows: (value) =>
      typeof value === 'string' && value.length >= min && value.length <= max,
  })

/**
 * Allows an integer.
 *
 * @param {number} [min] by default any that is safe
 * @param {number} [max] by default any that is safe
 * @returns {Schema<number>}
 */
export const integer = (
  min = Number.MIN_SAFE_INTEGER,
  max = Number.MAX_SAFE_INTEGER,
) => follow(rules.integer(min, Math.min(max, Number.MAX_SAFE_INTEGER)))

/**
 * Allows some strings.
 *
 * @template {string} T
 * @param {...T} values
 * @returns {Schema<T>}
 */
export const oneOf = (...values) => follow(rules.oneOf(...values))

const OURS = {
  expected: 'a schema of velocy/middleware',
  /** @param {any} value */
  allows: (value) => value?.['~standard']?.vendor === 'velocy',
}

/** @param {string} owner @param {Schema<any>} inner @returns {Validate} */
function validateOf(owner, inner) {
  rules.checkValue(owner, 'inside', inner, OURS)
  return inner['~standard'].validate
}

/**
 * @template T
 * @typedef {{ [Name in keyof T]: T[Name] }} Flat what editors show as one type
 */
/**
 * What an object's schema lets through: members that may be missing, and others.
 *
 * @template {Record<string, Schema<any>>} Shape
 * @typedef {Flat<{ [Name in keyof Shape as undefined extends
 *   Output<Shape[Name]> ? Name : never]?: Exclude<Output<Shape[Name]>, undefined>
 * } & { [Name in keyof Shape as undefined extends
 *   Output<Shape[Name]> ? never : Name]: Output<Shape[Name]> }>} Members
 */
/**
 * Allows an object with these members, and no others.
 *
 * @template {Record<string, Schema<any>>} Shape
 * @param {Shape} shape
 * @returns {Schema<Members<Shape>>}
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION unless all are some of these
 */
export function object(shape) {
  /** @type {Map<string, Validate>} */
  const known = new Map()
  for (const [name, inner] of Object.entries(shape)) {
    known.set(name, validateOf('object', inner))
  }
  return schema((input) => {
    const isObject = Object(input) === input && !Array.isArray(input)
    if (!isObject) return wrong('an object')
    const names = new Set([...known.keys(), ...Object.keys(input)])
    return gather({}, input, names, (name) => known.get(name) ?? unknown)
  })
}

const unknown = () => wrong('no member of this name')

/**
 * @param {any} value collects what is let through
 * @param {any} input
 * @param {Iterable<PropertyKey>} keys
 * @param {(key: any) => Validate} find
 * @returns {Result<any>}
 */
function gather(value, input, keys, find) {
  /** @type {Issue[]} */
  const issues = []
  for (const key of keys) {
    // What a prototype has was not sent.
    const part = Object.hasOwn(input, key) ? input[key] : undefined
    const result = find(key)(part)
    for (const { message, path = [] } of result.issues ?? []) {
      issues.push({ message, path: [key, ...path] })
    }
    if (result.value !== undefined) value[key] = result.value
  }
  return issues.length > 0 ? { issues } : { value }
}

/**
 * Allows a finite number.
 *
 * @param {number} [min] Default: none.
 * @param {number} [max] Default: none.
 * @returns {Schema<number>}
 */
export const number = (min = -Infinity, max = Infinity) =>
  follow({
    expected: `a number from ${min} to ${max}`,
    allows: (value) => Number.isFinite(value) && value >= min && value <= max,
  })

/** Allows true and false. @returns {Schema<boolean>} */
export const boolean = () => follow(rules.boolean)

/**
 * Allows what another schema does, or nothing.
 *
 * @template T
 * @param {Schema<T>} inner
 * @returns {Schema<T | undefined>}
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION unless it is one of these
 */
export function optional(inner) {
  const validate = validateOf('optional', inner)
  return schema((value) => (value === undefined ? { value } : validate(value)))
}

/**
 * Allows a list of items that follow one schema.
 *
 * @template T
 * @param {Schema<T>} item
 * @param {number} [max] How many there may be. Default: 1,000.
 * @returns {Schema<T[]>}
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION unless it is one of these
 */
export function array(item, max = 1000) {
  const validate = validateOf('array', item)
  return schema((input) => {
    const isList = Array.isArray(input) && input.length <= max
    if (!isList) return wrong(`a list of up to ${max}`)
    return gather([], input, input.keys(), () => validate)
  })
}
