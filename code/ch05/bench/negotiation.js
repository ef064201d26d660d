import { createRequire } from 'node:module'
import path from 'node:path'
import { evaluateConditions } from '../lib/http/conditions.js'
import {
  preferredEncoding,
  preferredLanguage,
  preferredType,
} from '../lib/http/negotiation.js'

const { CONTENDERS = '', DURATION = '2' } = process.env
const require = createRequire(path.join(CONTENDERS, 'negotiator', 'index.js'))

const TYPES = Object.freeze([
  'text/plain; charset=utf-8',
  'text/html; charset=utf-8',
  'application/json',
])
const LANGUAGES = Object.freeze(['en', 'pt-BR'])
const CODINGS = Object.freeze(['br', 'gzip'])
const ETAG = '"v7-text-en"'
const MODIFIED = Date.UTC(2026, 0, 15, 12)
const LAST_MODIFIED = new Date(MODIFIED).toUTCString()

/**
 * What browsers and programs send, and what is right to choose. Each field
 * has the value of its answer.
 *
 * @type {Record<string, [field: string, answer: string][]>}
 */
const CASES = {
  type: [
    [
      'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,' +
        'image/webp,*/*;q=0.8',
      'text/html; charset=utf-8',
    ],
    ['application/json, text/plain;q=0.9, */*;q=0.1', 'application/json'],
    ['application/json', 'application/json'],
    ['*/*', 'text/plain; charset=utf-8'],
  ],
  language: [
    ['pt-BR,pt;q=0.9,en-US;q=0.8,en;q=0.7', 'pt-BR'],
    ['en-US,en;q=0.9', 'en'],
    ['pt', 'pt-BR'],
    ['*', 'en'],
  ],
  encoding: [
    ['br, gzip;q=0.9, deflate;q=0.8', 'br'],
    ['gzip, deflate', 'gzip'],
    ['gzip;q=1.0, identity;q=0.5, *;q=0', 'gzip'],
    ['identity', 'identity'],
  ],
  fresh: [
    [ETAG, '304'],
    [`"a", "b", W/${ETAG}`, '304'],
    ['"v6-text-en"', 'ok'],
    [LAST_MODIFIED, '304'],
  ],
}

/** @param {string} field a list of tags, or a date */
const conditions = (field) =>
  field.includes('"')
    ? { 'if-none-match': field }
    : { 'if-modified-since': field }

/** @type {Record<string, Record<string, (field: string) => string | null>>} */
const contenders = {
  velocy: {
    type: (field) => preferredType(field, TYPES),
    language: (field) => preferredLanguage(field, LANGUAGES),
    encoding: (field) => preferredEncoding(field, CODINGS),
    fresh: (field) =>
      String(
        evaluateConditions('GET', conditions(field), {
          etag: ETAG,
          lastModified: MODIFIED,
        }),
      ),
  },
  get npm() {
    const [Negotiator, fresh] = ['negotiator', 'fresh'].map((name) =>
      require(name),
    )
    const codings = [...CODINGS, 'identity']
    const answer = { etag: ETAG, 'last-modified': LAST_MODIFIED }
    return {
      type: (/** @type {string} */ accept) =>
        new Negotiator({ headers: { accept } }).mediaType(TYPES),
      language: (/** @type {string} */ field) =>
        new Negotiator({ headers: { 'accept-language': field } }).language(
          LANGUAGES,
        ),
      encoding: (/** @type {string} */ field) =>
        new Negotiator({ headers: { 'accept-encoding': field } }).encoding(
          codings,
        ),
      fresh: (/** @type {string} */ field) =>
        fresh(conditions(field), answer) ? '304' : 'ok',
    }
  },
}

/**
 * A string as a server gets it: new, with nothing known about it.
 *
 * @param {string} text
 */
const received = (text) => Buffer.from(text).toString('latin1')

/**
 * @param {(field: string) => string | null} choose
 * @param {[string, string][]} cases
 * @returns {number} nanoseconds per choice
 */
function measure(choose, cases) {
  for (const [field, expected] of cases) {
    const chosen = choose(field)
    if (chosen === expected) continue
    throw new Error(`${field}: got ${chosen}, expected ${expected}`)
  }
  const duration = (1000 * Number(DURATION)) / Object.keys(CASES).length
  const fields = Array.from({ length: 1000 }, (_, i) =>
    received(cases[i % cases.length][0]),
  )
  let chosen = 0
  const round = () => {
    for (const field of fields) if (choose(field) !== null) chosen++
  }
  for (let i = 0; i < 50; i++) round()
  let rounds = 0
  const start = performance.now()
  while (performance.now() - start < duration) {
    round()
    rounds++
  }
  const elapsed = performance.now() - start
  if (chosen !== (rounds + 50) * fields.length) throw new Error('not chosen')
  return (elapsed * 1e6) / (rounds * fields.length)
}

const contender = contenders[process.argv[2]]
if (!contender) {
  throw new Error(`got ${process.argv[2]}, expected velocy or npm`)
}
const figures = Object.entries(CASES).map(([name, cases]) => [
  `ns.${name}`,
  measure(contender[name], cases),
])
console.log(JSON.stringify(Object.fromEntries(figures)))
