/** node:url. */
import { checkString, invalidArgType, notInPage, typeError } from './errors.js'
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

/**
 * @param {globalThis.URL} url
 * @returns {object} for http.request
 */
export function urlToHttpOptions(url) {
  const { hash, hostname, href, pathname, port, protocol } = url
  const { password, search, username } = url
  const auth = [username, password].map(decodeURIComponent).join(':')
  const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  return Object.assign(Object.create(null), url, {
    ...{ protocol, hostname: host, hash, search },
    ...{ pathname, path: `${pathname}${search}`, href },
    ...(port === '' ? {} : { port: Number(port) }),
    ...(username || password ? { auth } : {}),
  })
}

/** @param {string} domain @returns {string} empty when it is none */
export function domainToASCII(domain) {
  try {
    return new URL(`ws://${domain}`).hostname
  } catch {
    return ''
  }
}

/**
 * @param {globalThis.URL} url
 * @param {{ auth?: boolean, fragment?: boolean, search?: boolean }} [options]
 * @returns {string}
 */
export function format(url, options = {}) {
  if (!(url instanceof URL)) throw notInPage('url.format of an object')
  const { auth = true, fragment = true, search = true } = options
  const copy = new URL(url)
  if (!fragment) copy.hash = ''
  if (!search) copy.search = ''
  if (!auth) {
    copy.username = ''
    copy.password = ''
  }
  return copy.href
}

/** The parser of old, which node:url advises against. */
export function parse() {
  throw notInPage('url.parse')
}

export function resolve() {
  throw notInPage('url.resolve')
}

export function domainToUnicode() {
  throw notInPage('url.domainToUnicode')
}

export default {
  ...{ URL, URLPattern, URLSearchParams, domainToASCII, domainToUnicode },
  ...{ fileURLToPath, format, parse, pathToFileURL, resolve },
  ...{ urlToHttpOptions },
}
