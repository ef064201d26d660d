/**
 * Where the RFCs say that a request like this one may be refused, or must be.
 *
 * @type {Record<string, [rfc: string, section: string]>}
 */
export const RULES = {
  BAD_METHOD: ['9112', '3.1'],
  UNKNOWN_METHOD: ['9110', '9.1'],
  BAD_TARGET: ['9112', '3.2'],
  LONG_TARGET: ['9112', '3'],
  BAD_VERSION: ['9112', '2.3'],
  UNKNOWN_VERSION: ['9110', '15.6.6'],
  BAD_NAME: ['9112', '5.1'],
  BAD_VALUE: ['9110', '5.5'],
  BARE_CR: ['9112', '2.2'],
  LARGE_FIELDS: ['6585', '5'],
  BAD_HOST: ['9112', '3.2'],
  BAD_LENGTH: ['9112', '6.3'],
  BAD_CODING: ['9112', '6.3'],
  UNKNOWN_CODING: ['9112', '6.1'],
  TWO_LENGTHS: ['9112', '6.3'],
}

/** A line that begins with whitespace goes on with the one before. */
export const FOLDED = /** @type {const} */ (['9112', '5.2'])

/** The first line of fields has none before it to go on with. */
export const INDENTED = /** @type {const} */ (['9112', '2.2'])
