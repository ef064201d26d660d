import { VelocyError } from '../common/errors.js'
import { checkOptions } from '../common/options.js'

/** @import { Request } from '../app/request.js' */
/** @import { Middleware } from '../app/typed.js' */
/** @import { Issue, Output, StandardSchema } from './schema.js' */

/**
 * @typedef {object} Schemas for parts of a request
 * @property {StandardSchema} [params] of the route: all values are strings
 * @property {StandardSchema} [query] strings, or lists of them
 * @property {StandardSchema} [body] in JSON
 * @property {StandardSchema} [form] a body with the fields of a form, as `query`
 */

/** @type {Record<string, (req: Request) => unknown>} */
const READ = {
  params: (req) => req.params,
  query: (req) => req.query,
  body: (req) => req.json(),
  form: (req) => req.form(),
}

const SCHEMA = {
  expected: 'a schema with ~standard.validate, such as object({ … })',
  /** @param {any} value */
  allows: (value) => typeof value?.['~standard']?.validate === 'function',
}
const RULES = { params: SCHEMA, query: SCHEMA, body: SCHEMA, form: SCHEMA }

/** How many issues of a part a client is told: it may have sent a million. */
const MOST = 100

/**
 * What schemas let through of the parts of a request.
 *
 * @template {Schemas} S
 * @typedef {{ [Part in keyof S]:
 *   S[Part] extends StandardSchema ? Output<S[Part]> : undefined }} Valid
 */
/**
 * Makes middleware that validates parts of a request, and adds `req.valid` with
 * what their schemas let through. Otherwise the request fails with
 * ERR_VELOCY_INVALID, status 422, whose problem has a list of `errors`: up to
 * 100 for each part, as `{ in: 'body', path: '/quantity', message: '…' }`, where
 * the path is a JSON pointer (RFC 6901). A body that can't be read fails as
 * `req.json` and `req.form` do.
 *
 * @template {Schemas} S
 * @param {S} schemas of any library that has Standard Schema 1
 * @returns {Middleware<{ valid: Valid<S> }>}
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
 */
export function validate(schemas) {
  /** @type {Schemas} */
  const given = schemas
  const parts = Object.entries(checkOptions('validate', given, RULES))
  return async (/** @type {any} */ req) => {
    /** @type {Record<string, unknown>} */
    const valid = {}
    const errors = []
    for (const [part, schema] of parts) {
      const input = await READ[part](req)
      const { issues, value } = await schema['~standard'].validate(input)
      for (const issue of [...(issues ?? [])].slice(0, MOST)) {
        errors.push({ in: part, ...tell(issue) })
      }
      valid[part] = value
    }
    if (errors.length > 0) throw invalid(errors)
    req.valid = { ...req.valid, ...valid }
  }
}

/** @param {Issue} issue */
const tell = ({ message, path = [] }) => ({
  path: path.map((key) => `/${segmentOf(key)}`).join(''),
  message,
})

/** @param {PropertyKey | { readonly key: PropertyKey }} segment */
function segmentOf(segment) {
  const key = typeof segment === 'object' ? segment.key : segment
  return String(key).replaceAll('~', '~0').replaceAll('/', '~1')
}

/** @param {object[]} errors */
const invalid = (errors) =>
  new VelocyError(
    'ERR_VELOCY_INVALID',
    `Request is not as expected; issues: ${errors.length}`,
    { status: 422, details: { errors } },
  )
