import { boolean, checkOptions, checkValue } from '../common/options.js'
import { addVary, isToken } from '../http/fields.js'
import { ORIGINS } from './csrf.js'

/** @import { VelocyError } from '../common/errors.js' */
/** @import { Rule } from '../common/options.js' */
/** @import { Middleware } from '../app/typed.js' */

/** @type {Rule} */
const ANY_ORIGINS = {
  expected: `${ORIGINS.expected}, or '*'`,
  allows: (origins) => origins === '*' || ORIGINS.allows(origins),
}
/** @type {{ [Name in keyof CorsOptions]-?: Rule }} */
const RULES = {
  origins: ANY_ORIGINS,
  credentials: boolean,
  headers: {
    expected: "an array of names, such as ['content-type']",
    allows: (names) => Array.isArray(names) && names.every(isToken),
  },
}

/**
 * @typedef {object} CorsOptions
 * @property {string[] | '*'} origins Whose pages may read the answers.
 * @property {boolean} [credentials] Whether they may send cookies with their
 *   requests. Not for `'*'`. Default: false.
 * @property {string[]} [headers] Fields that their requests may have. Default:
 *   content-type.
 */
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'

/**
 * Middleware that lets pages of other origins read our answers, and answers
 * the preflights of browsers that ask first (Fetch §3.3). It belongs in front
 * of whatever asks for a login, since preflights have no cookies.
 *
 * @param {CorsOptions} options
 * @returns {Middleware}
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION, also for `'*'` with credentials
 */
export function cors(options) {
  const {
    origins,
    credentials = false,
    headers = ['content-type'],
  } = checkOptions('cors', options, RULES)
  checkValue('cors', 'origins', origins, credentials ? ORIGINS : ANY_ORIGINS)
  return (req, res) => {
    const { origin = '', 'access-control-request-method': wanted } = req.headers
    if (origins !== '*') {
      // Even where the answer is no: a cache may keep that one, too.
      res.setHeader('vary', addVary(res.getHeader('vary'), 'Origin'))
      if (!origins.includes(origin)) return
    }
    res.setHeader('access-control-allow-origin', origins === '*' ? '*' : origin)
    if (credentials) res.setHeader('access-control-allow-credentials', 'true')
    if (req.method !== 'OPTIONS' || wanted === undefined) return
    res.setHeader('access-control-allow-methods', METHODS)
    res.setHeader('access-control-allow-headers', headers.join(', '))
    res.setHeader('access-control-max-age', 600)
    res.statusCode = 204
    return ''
  }
}
