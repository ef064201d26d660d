/**
 * HTTP/1.1 as slowly and plainly as it can be read, by regular expressions: a
 * third vote where two servers disagree, and the words for why. It shares no
 * line with the engine. Where an RFC leaves a choice, it takes the strict one.
 */

/**
 * @typedef {object} Read
 * @property {string} method
 * @property {string} target
 * @property {string[]} fields names and values in turn
 * @property {string} body
 * @property {string[]} trailers
 * @property {boolean} isWhole
 */
/**
 * @typedef {object} Reading
 * @property {Read[]} requests
 * @property {'waits' | 'refuses' | 'closes'} end
 * @property {string} why it refuses
 */

/**
 * @param {string} method
 * @param {string} target
 * @param {string[]} fields
 * @returns {Read} a request of which the head is read
 */
export const begun = (method, target, fields) => ({
  method,
  target,
  fields,
  body: '',
  trailers: [],
  isWhole: false,
})

/** Why a request is refused. */
class Refusal extends Error {}

/** There is not enough yet. */
class Incomplete extends Error {}

/** @param {string} why @returns {never} */
const refuse = (why) => {
  throw new Refusal(why)
}

/**
 * @typedef {object} Limits
 * @property {string[]} methods
 * @property {number} maxHeaderSize
 * @property {number} maxHeadersCount
 */

const TOKEN = "[!#$%&'*+\\-.^_`|~0-9A-Za-z]+"
const METHOD = new RegExp(`^${TOKEN}$`)
const FIELD = new RegExp(`^(${TOKEN}):[ \\t]*(.*?)[ \\t]*$`, 's')
const TARGET = /^[!$-;=?-~]+$/
const NAME = /^([A-Za-z0-9\-._~!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/
const IPV6 = (() => {
  const h = '[0-9A-Fa-f]{1,4}'
  const v4 = '(?:(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?:\\.(?!$)|(?![.\\d]))){4}'
  return { group: new RegExp(`^${h}$`), v4: new RegExp(`^${v4}$`) }
})()

/** @param {string} text @returns {boolean} an address of RFC 4291 §2.2 */
function isAddress(text) {
  const halves = text.split('::')
  if (halves.length > 2) return false
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  const last = groups.at(-1) ?? ''
  const isMixed = last.includes('.')
  const plain = isMixed ? groups.slice(0, -1) : groups
  if (isMixed && (!IPV6.v4.test(last) || /(^|\.)0\d/.test(last))) return false
  if (isMixed && halves.length === 2 && halves[1] === '') return false
  const length = plain.length + (isMixed ? 2 : 0)
  const fits = halves.length === 2 ? length <= 7 : length === 8
  return fits && plain.every((group) => IPV6.group.test(group))
}

/**
 * @param {string} text
 * @returns {{ host: string, port: string } | null}
 */
export function authority(text) {
  const [, host, port = ''] = /^(\[.*\]|[^:]*)(?::(\d*))?$/.exec(text) ?? []
  if (host === undefined) return null
  if (!host.startsWith('[')) return NAME.test(host) ? { host, port } : null
  const inner = host.slice(1, -1)
  const future = /^v[0-9A-Fa-f]+\.[A-Za-z0-9\-._~!$&'()*+,;=:]+$/i
  return isAddress(inner) || future.test(inner) ? { host, port } : null
}

/** @param {string} method @param {string} target */
function checkTarget(method, target) {
  if (method === 'CONNECT') {
    const parts = authority(target)
    const port = Number(parts?.port)
    if (!parts?.host || !(port > 0 && port < 65536)) refuse('bad target')
    return
  }
  if (target.startsWith('/')) return
  if (target === '*' && method === 'OPTIONS') return
  const [, found] = /^https?:\/\/([^/?]*)/i.exec(target) ?? []
  if (found === undefined || !authority(found)?.host) refuse('bad target')
}

/** @param {string} line @param {Limits} limits */
function readRequestLine(line, { methods }) {
  const [method, target = '', version = '', ...more] = line.split(' ')
  if (!METHOD.test(method)) refuse('bad method')
  if (line === method) refuse('bad method')
  if (!TARGET.test(target)) refuse('bad target')
  if (more.length > 0 || !/^HTTP\/\d\.\d$/.test(version)) refuse('bad version')
  if (!/^HTTP\/1\.[01]$/.test(version)) refuse('another version')
  if (!methods.includes(method)) refuse('unknown method')
  checkTarget(method, target)
  return { method, target, minor: Number(version.at(-1)) }
}

/** @param {string[]} lines @param {number} most @returns {string[]} */
function readFields(lines, most) {
  if (lines.length > most) refuse('too many fields')
  return lines.flatMap((line) => {
    const [, name, value] = FIELD.exec(line) ?? []
    if (name === undefined) {
      if (/^[ \t]/.test(line)) refuse('a line that begins with white space')
      refuse(/^[^:]*[ \t]:/.test(line) ? 'space before a colon' : 'bad name')
    }
    if (/[\r\n]/.test(value)) refuse('CR or LF alone')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are refused
    if (/[\x00-\x08\x0b-\x1f\x7f]/.test(value)) refuse('bad value')
    return [name, value]
  })
}

/** @param {string[]} fields @param {string} wanted */
const valuesOf = (fields, wanted) =>
  fields.filter((_, i) => i % 2 === 1 && fields[i - 1].toLowerCase() === wanted)

/** @param {string[]} values @returns {string[]} */
const members = (values) =>
  values.flatMap((value) =>
    value
      .split(',')
      .map((one) => one.replace(/^[ \t]+|[ \t]+$/g, '').toLowerCase()),
  )

/** @param {string[]} fields @param {number} minor */
function readFraming(fields, minor) {
  const hosts = valuesOf(fields, 'host')
  if (hosts.length > 1) refuse('Host twice')
  if (hosts.length === 0 && minor === 1) refuse('no Host')
  if (hosts.length === 1 && !authority(hosts[0])) refuse('bad Host')
  const codings = valuesOf(fields, 'transfer-encoding')
  const lengths = valuesOf(fields, 'content-length')
  if (codings.length > 1) refuse('Transfer-Encoding twice')
  if (lengths.length > 1) refuse('Content-Length twice')
  if (codings.length > 0 && codings[0].toLowerCase() !== 'chunked') {
    refuse('another coding than chunked')
  }
  if (lengths.length > 0 && !/^\d+$/.test(lengths[0])) refuse('bad length')
  const length = Number(lengths[0] ?? 0)
  if (length > Number.MAX_SAFE_INTEGER) refuse('bad length')
  if (codings.length > 0 && minor === 0) refuse('a coding in HTTP/1.0')
  if (codings.length > 0 && lengths.length > 0) refuse('coding and length')
  return { isChunked: codings.length > 0, length }
}

const EXTENSION = new RegExp(
  `^([ \\t]*;[ \\t]*${TOKEN}([ \\t]*=[ \\t]*(${TOKEN}|"([\\t !#-\\[\\]-~\\x80-\\xff]|\\\\[\\t -~\\x80-\\xff])*"))?)*$`,
)

/**
 * @param {string} text
 * @param {number} at
 * @returns {{ line: string, next: number }} a line
 */
function readLine(text, at) {
  const end = text.indexOf('\r\n', at)
  if (end < 0) throw new Incomplete()
  return { line: text.slice(at, end), next: end + 2 }
}

/**
 * @param {string} text
 * @param {number} at
 * @param {Read} request
 * @param {Limits} limits
 * @returns {number}
 */
function readChunks(text, at, request, limits) {
  for (;;) {
    const { line, next } = readLine(text, at)
    const [, digits, extension] = /^([0-9A-Fa-f]+)(.*)$/s.exec(line) ?? []
    if (digits === undefined) refuse('bad chunk size')
    const size = Number.parseInt(digits, 16)
    if (size > Number.MAX_SAFE_INTEGER) refuse('bad chunk size')
    if (!EXTENSION.test(extension)) refuse('bad chunk extension')
    if (size === 0) return readTrailers(text, next, request, limits)
    request.body += text.slice(next, next + size)
    at = next + size + 2
    const end = text.slice(next + size, at)
    if (!'\r\n'.startsWith(end)) refuse('no line end behind a chunk')
    if (end !== '\r\n') throw new Incomplete()
  }
}

/**
 * @param {string} text
 * @param {number} at
 * @param {Read} request
 * @param {Limits} limits
 */
function readTrailers(text, at, request, { maxHeaderSize, maxHeadersCount }) {
  /** @type {string[]} */
  const lines = []
  for (let begin = at; ; ) {
    const { line, next } = readLine(text, at)
    if (next - begin > maxHeaderSize) refuse('too large')
    at = next
    if (line === '') break
    lines.push(line)
  }
  request.trailers = readFields(lines, maxHeadersCount)
  return at
}

/** @param {string} text @param {number} at @param {Limits} limits */
function readHead(text, at, { maxHeaderSize }) {
  const begin = text.startsWith('\r\n', at) ? at + 2 : at
  const end = text.indexOf('\r\n\r\n', begin)
  const isLarge = (end < 0 ? text.length : end + 4) - at > maxHeaderSize
  if (isLarge) refuse('too large')
  if (end < 0) throw new Incomplete()
  const [line, ...lines] = text.slice(begin, end).split('\r\n')
  return { line, lines, next: end + 4 }
}

/**
 * @param {string} text latin1
 * @param {Limits} limits
 * @returns {Reading} what a server sees that is sent that, and no more
 */
export function readRequests(text, limits) {
  /** @type {Read[]} */
  const requests = []
  let at = 0
  try {
    while (at < text.length) {
      const { line, lines, next } = readHead(text, at, limits)
      const { method, target, minor } = readRequestLine(line, limits)
      const fields = readFields(lines, limits.maxHeadersCount)
      const { isChunked, length } = readFraming(fields, minor)
      if (method === 'CONNECT') refuse('CONNECT')
      const expected = members(valuesOf(fields, 'expect'))
      const isKnown = expected.every((one) => /^(100-continue)?$/.test(one))
      if (!isKnown) refuse('another expectation')
      const request = begun(method, target, fields)
      requests.push(request)
      if (isChunked) at = readChunks(text, next, request, limits)
      else {
        request.body = text.slice(next, next + length)
        if (request.body.length < length) throw new Incomplete()
        at = next + length
      }
      request.isWhole = true
      const options = members(valuesOf(fields, 'connection'))
      const isLast =
        options.includes('close') ||
        (minor === 0 && !options.includes('keep-alive'))
      if (isLast) return { requests, end: 'closes', why: '' }
    }
  } catch (error) {
    if (error instanceof Refusal) {
      return { requests, end: 'refuses', why: error.message }
    }
    if (!(error instanceof Incomplete)) throw error
  }
  return { requests, end: 'waits', why: '' }
}
