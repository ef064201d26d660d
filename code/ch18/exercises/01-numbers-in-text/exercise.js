/**
 * @typedef {{ value: any, issues?: undefined } |
 *   { issues: readonly { message: string }[] }} Result
 */
/**
 * @typedef {{ '~standard': {
 *   version: 1,
 *   vendor: string,
 *   validate: (value: unknown) => Result | Promise<Result>,
 * } }} StandardSchema
 */

/**
 * Makes a schema for a query or a form, where `3` is the text '3', of a schema
 * for numbers.
 *
 * @param {StandardSchema} inner of any library; it gets a number for a text
 *   that is one, and everything else as it is
 * @returns {StandardSchema}
 */
export const fromText = (inner) => ({
  '~standard': {
    version: 1,
    vendor: 'exercise',
    validate: (value) => inner['~standard'].validate(Number(value)),
  },
})
