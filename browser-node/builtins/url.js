/** node:url. */
import { absent, checkString, invalidArgType, typeError } from './errors.js'
import { resolve as resolvePath } from './path.js'

export const { URL, URLSearchParams, URLPattern } = /** @type {any} */ (
  globalThis
)

/**
 * @param {string | globalThis.URL} address `file:` only
 * @returns {string}
 */
export function fileURLToPath(address) {
  if (typeof address !== 'string' && !(address instanceof URL)) {
    throw invalidArgType(
      'path',
      'of type string or an instance of URL',
      address,
    )
  }
  const url = new URL(address)
  if (url.protocol !== 'file:') {
    const message = 'The URL must be of scheme file'
    throw typeError('ERR_INVALID_URL_SCHEME', message)
  }
  if (url.hostname !== '') {
    throw typeError(
      'ERR_INVALID_FILE_URL_HOST',
      'File URL host must be "localhost" or empty on linux',
    )
  }
  if (/%2f/i.test(url.pathname)) {
    throw typeError(
      'ERR_INVALID_FILE_URL_PATH',
      'File URL path must not include encoded / characters',
    )
  }
  return decodeURIComponent(url.pathname)
}

/**
 * @param {string} path
 * @returns {globalThis.URL}
 */
export function pathToFileURL(path) {
  checkString(path, 'path')
  const end = path.endsWith('/') && path !== '/' ? '/' : ''
  const escaped = (resolvePath(path) + end).replace(
    /[%\\\n\r\t?#]/g,
    (character) => encodeURIComponent(character),
  )
  return new URL(`file://${escaped}`)
}

export const format = absent('url.format')
export const parse = absent('url.parse')
export const resolve = absent('url.resolve')
