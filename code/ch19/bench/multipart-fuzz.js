/**
 * Reads random forms, cut at random places, with our parser and with busboy,
 * and counts where the two differ:
 *
 *     CONTENDERS=… DURATION=50 node multipart-fuzz.js [SEED]
 *
 * DURATION says how many forms: 20,000 for each second. The variable SHOW names
 * a result whose forms are printed.
 */
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import path from 'node:path'
import process from 'node:process'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { inspect } from 'node:util'
import { parseMultipart } from '../lib/http/multipart.js'

const [seed = '1'] = process.argv.slice(2)
const { DURATION = '2', CONTENDERS = '../../contenders', SHOW } = process.env
const FORMS = Math.max(1000, Math.round(Number(DURATION) * 20_000))

const load = createRequire(path.resolve(CONTENDERS, 'uploads/package.json'))
const busboy = load('busboy')

let state = Number(seed)
/** @param {number} below @returns {number} an integer from 0, by mulberry32 */
function random(below) {
  state = (state + 0x6d2b79f5) | 0
  let n = Math.imul(state ^ (state >>> 15), 1 | state)
  n = (n + Math.imul(n ^ (n >>> 7), 61 | n)) ^ n
  return ((((n ^ (n >>> 14)) >>> 0) * below) / 2 ** 32) | 0
}

/** @template T @param {readonly T[]} list @returns {T} */
const oneOf = (list) => list[random(list.length)]
/** @param {number} most @param {() => string} make */
const some = (most, make) =>
  Array.from({ length: random(most + 1) }, make).join('')

const BOUNDARIES = [
  'b',
  '--',
  'cut',
  'a b',
  '----WebKitFormBoundaryX7',
  'x'.repeat(70),
]
const LETTERS = [
  ...['a', 'B', ' ', '.', '/', '\\', '%', ';', '=', 'é', '日', "'"],
  ...['a', 'b', 'c', 'd', 'e', '%22', '%0A', '\\"', '\\\\'],
]
const DISPOSITIONS = ['attachment', '', 'Form-Data']
const STARS = [
  "; filename*=UTF-8''evil.php",
  "; filename*=utf-8''%2e%2e%2fx",
  '; name*=x',
  '; Size=3',
  ';',
  '; a=b',
]
const LINES = [
  'Content-Type: image/png',
  'Content-Type: application/octet-stream',
  'content-type: text/plain',
  'Content-Transfer-Encoding: base64',
  'X-Wren: "a;b"',
  'X-Empty:',
  'X-Wren: 1\r\n folded',
  'X : 1',
  'no colon',
  'X-Nul: \0',
  'X-Lf: a\nb',
]

/** @param {string} boundary */
const PIECES = (boundary) => [
  'wren',
  '\r',
  '\n',
  '\r\n',
  '-',
  '--',
  '\r\n-',
  '\r\n--',
  '\0',
  'ÿ',
  `--${boundary}`,
  `\r\n--${boundary.slice(0, -1)}`,
  `\n--${boundary}`,
]

const nameOf = () => {
  const text = some(4, () => oneOf(LETTERS))
  if (random(40) === 0) return `"${text}""`
  return random(20) > 0 ? `"${text}"` : text
}

function headOf() {
  const disposition = random(30) > 0 ? 'form-data' : oneOf(DISPOSITIONS)
  let line = `Content-Disposition: ${disposition}`
  if (random(40) > 0) line += `; name=${nameOf()}`
  if (random(2) > 0) line += `; filename=${nameOf()}`
  if (random(20) === 0) line += oneOf(STARS)
  const lines = random(60) > 0 ? [line] : []
  if (random(8) === 0) lines.push(oneOf(LINES))
  if (random(30) === 0) lines.reverse()
  return lines.join('\r\n')
}

/** @param {string} boundary */
function formOf(boundary) {
  const data = PIECES(boundary)
  let form = random(10) === 0 ? some(3, () => oneOf(data)) : ''
  if (form !== '') form += '\r\n'
  form += `--${boundary}`
  for (let parts = random(5); parts > 0; parts--) {
    form += `\r\n${headOf()}\r\n\r\n${some(5, () => oneOf(data))}`
    form += `\r\n--${boundary}`
  }
  if (random(40) > 0) form += '--'
  form += oneOf(['\r\n', '', '\r\nepilogue'])
  return form
}

/** @param {Buffer} bytes @returns {Buffer} with some changes, now and then */
function damage(bytes) {
  if (random(4) > 0 || bytes.length < 3) return bytes
  const at = random(bytes.length - 1)
  const kind = random(4)
  if (kind === 0) return bytes.subarray(0, at)
  if (kind === 1)
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)])
  if (kind === 2)
    return Buffer.concat([
      bytes.subarray(0, at),
      Buffer.from(oneOf(['\r', '\n', '-', ' ', '\0'])),
      bytes.subarray(at),
    ])
  const changed = Buffer.from(bytes)
  changed[at] = random(256)
  return changed
}

/** @param {Buffer} bytes */
function cut(bytes) {
  const pieces = []
  const size = oneOf([1, 2, 7, 30, 200])
  for (let at = 0; at < bytes.length; ) {
    const end = at + 1 + random(size)
    pieces.push(bytes.subarray(at, end))
    at = end
  }
  return pieces
}

/** @typedef {{ name: string, filename?: string, data: string, isFile: boolean }} Seen */
/** @typedef {{ error: string } | { parts: Seen[] }} Outcome */

/** @param {string} boundary @param {Buffer[]} pieces @returns {Outcome} */
function ours(boundary, pieces) {
  const parser = parseMultipart(boundary)
  const parts = /** @type {Seen[]} */ ([])
  try {
    parser.next()
    for (const piece of [...pieces, undefined]) {
      let { value: event } = parser.next(piece)
      while (event !== undefined) {
        if (Buffer.isBuffer(event)) {
          parts[parts.length - 1].data += event.toString('latin1')
        } else if (event !== null) {
          const { name, filename } = event
          parts.push({
            name,
            filename,
            data: '',
            isFile: filename !== undefined,
          })
        }
        event = parser.next().value
      }
    }
    return { parts }
  } catch (error) {
    return { error: /** @type {any} */ (error).message }
  }
}

const HANGS = 'neither ends nor fails'
let giveUp = () => {}

/** @param {string} boundary @param {Buffer[]} pieces @returns {Promise<Outcome>} */
function theirs(boundary, pieces) {
  const parts = /** @type {Seen[]} */ ([])
  const type = `multipart/form-data; boundary="${boundary}"`
  const form = busboy({
    headers: { 'content-type': type },
    defCharset: 'latin1',
    defParamCharset: 'utf8',
  })
  return new Promise((resolve) => {
    // An event that is neither there soon nor later never comes.
    giveUp = () => resolve({ error: HANGS })
    form.on('error', (/** @type {Error} */ { message }) =>
      resolve({ error: message }),
    )
    form.on('close', () => resolve({ parts }))
    form.on('field', (/** @type {string} */ name, /** @type {string} */ data) =>
      parts.push({ name: name ?? '', data, isFile: false }),
    )
    form.on(
      'file',
      (
        /** @type {string} */ name,
        /** @type {any} */ file,
        /** @type {any} */ { filename },
      ) => {
        const part = { name: name ?? '', filename, data: '', isFile: true }
        parts.push(part)
        file.on('error', () => {})
        file.on(
          'data',
          (/** @type {Buffer} */ chunk) =>
            (part.data += chunk.toString('latin1')),
        )
      },
    )
    for (const piece of pieces) form.write(piece)
    form.end()
  })
}

/** @param {string} [text] */
const unescaped = (text) => text?.replace(/%(?:22|0A)/g, decodeURIComponent)

/**
 * How two readings of a part differ.
 *
 * @param {Seen} us
 * @param {Seen} them
 * @param {string} form
 */
function differenceOf(us, them, form) {
  if (us.data !== them.data) return 'differ-data'
  const hasStar = form.includes('filename*')
  if (us.isFile !== them.isFile) {
    if (hasStar) return 'differ-star'
    return us.filename === '' ? 'differ-empty' : 'differ-octet-stream'
  }
  // They have no empty filename.
  const [ours, theirs] = [us.filename || undefined, them.filename || undefined]
  if (us.name === them.name && ours === theirs) return undefined
  if (us.name === unescaped(them.name)) {
    if (ours === unescaped(theirs)) return 'differ-escapes'
    if (hasStar) return 'differ-star'
  }
  return 'differ-name'
}

/** @type {Record<string, string>} by the beginning of our message */
const REASONS = {
  'Bad multipart body: a part has the Content-Disposition': 'disposition',
  'Bad multipart body: a part has the line': 'line',
  'Request body is not valid': 'utf8',
}

/** @param {string} message */
const reasonOf = (message) =>
  Object.entries(REASONS).find(([start]) => message.startsWith(start))?.[1] ??
  'boundary'

/** @param {Outcome} us @param {Outcome} them @param {string} form */
function resultOf(us, them, form) {
  if ('error' in us && 'error' in them) return 'both-refuse'
  if ('error' in us) return `we-refuse-${reasonOf(us.error)}`
  if ('error' in them) {
    return them.error === HANGS ? 'they-hang' : 'they-refuse'
  }
  if (us.parts.length !== them.parts.length) return 'differ-parts'
  for (const [i, part] of us.parts.entries()) {
    const difference = differenceOf(part, them.parts[i], form)
    if (difference !== undefined) return difference
  }
  return 'same'
}

/** @type {Record<string, number>} */
const counts = {
  forms: FORMS,
  same: 0,
  'both-refuse': 0,
  'we-refuse-disposition': 0,
  'we-refuse-line': 0,
  'we-refuse-boundary': 0,
  'we-refuse-utf8': 0,
  'they-refuse': 0,
  'they-hang': 0,
  'differ-escapes': 0,
  'differ-empty': 0,
  'differ-star': 0,
  'differ-octet-stream': 0,
  'differ-parts': 0,
  'differ-name': 0,
  'differ-data': 0,
}

for (let i = 0; i < FORMS; i++) {
  const boundary = oneOf(BOUNDARIES)
  const bytes = damage(Buffer.from(formOf(boundary)))
  const form = bytes.toString('latin1')
  const us = ours(boundary, [bytes])
  const again = ours(boundary, cut(bytes))
  if ('error' in us) assert.ok('error' in again, form)
  else assert.deepEqual(again, us, form)
  const waiting = theirs(boundary, [bytes])
  await nextTurn()
  await nextTurn()
  giveUp()
  const them = await waiting
  const result = resultOf(us, them, form)
  counts[result]++
  if (SHOW === result) console.error(inspect([form, us, them], { depth: 5 }))
}
const figures = Object.entries(counts).map(([name, count]) => [
  `count.${name}`,
  count,
])
console.log(JSON.stringify(Object.fromEntries(figures)))
