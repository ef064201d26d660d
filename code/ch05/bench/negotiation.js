import { createRequire } from 'node:module'
import path from 'node:path'
import { evaluateConditions } from '../lib/http/conditions.js'
import { preferredLanguage, preferredType } from '../lib/http/negotiation.js'
import { pick, random, received, timePerUse, word } from './fresh.js'

const { CONTENDERS = '', DURATION = '2' } = process.env
const require = createRequire(path.join(CONTENDERS, 'negotiator', 'index.js'))

const TYPES = [
  'text/plain; charset=utf-8',
  'text/html; charset=utf-8',
  'application/json',
]
const LANGUAGES = ['en', 'pt-BR']
const ETAG = '"v7-text-en"'
const MODIFIED = Date.UTC(2026, 0, 15, 12)
const LAST_MODIFIED = new Date(MODIFIED).toUTCString()

/** How many ranges the worst field has: 16 KB of them, node:http's limit. */
const MANY = 700

/** A weight that is never the highest, such as `0.8` or `0.73`. */
const low = () => `0.${1 + random(899)}`
/** A weight below one but above those of `low`. */
const high = () => `0.9${random(100)}`

/**
 * What browsers and programs send, with weights and names that are new each
 * time, and what is right to choose.
 *
 * @type {Record<string, (() => [field: string, answer: string | null])[]>}
 */
const CASES = {
  type: [
    () => [
      `text/html,application/xhtml+xml,application/xml;q=${high()},image/avif,` +
        `image/webp,*/*;q=${low()}`,
      'text/html; charset=utf-8',
    ],
    () => [
      `application/json, text/plain;q=${high()}, */*;q=${low()}`,
      'application/json',
    ],
    () => [`application/json;q=${low()}`, 'application/json'],
    () => [`*/*;q=${low()}`, 'text/plain; charset=utf-8'],
  ],
  language: [
    () => [`pt-BR,pt;q=${high()},en-US;q=${low()},en;q=${low()}`, 'pt-BR'],
    () => [`en-US,en;q=${high()}`, 'en'],
    () => [`${word(2)}x;q=${low()}, pt`, 'pt-BR'],
    () => [`*;q=${low()}`, 'en'],
  ],
  fresh: [
    () => [`"${word()}", ${ETAG}`, '304'],
    () => [`"${word()}", "${word()}", W/${ETAG}`, '304'],
    () => [`"${word()}"`, 'ok'],
    () => [new Date(MODIFIED + 1000 * random(1e8)).toUTCString(), '304'],
  ],
  ranges: [
    () => [
      Array.from({ length: MANY }, () => `${word()}/x;q=${low()}`).join(),
      null,
    ],
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
    ranges: (field) => preferredType(field, TYPES),
    language: (field) => preferredLanguage(field, LANGUAGES),
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
    const answer = { etag: ETAG, 'last-modified': LAST_MODIFIED }
    const type = (/** @type {string} */ accept) =>
      new Negotiator({ headers: { accept } }).mediaType(TYPES)
    return {
      type,
      ranges: (/** @type {string} */ field) => type(field) ?? null,
      language: (/** @type {string} */ field) =>
        new Negotiator({ headers: { 'accept-language': field } }).language(
          LANGUAGES,
        ),
      fresh: (/** @type {string} */ field) =>
        fresh(conditions(field), answer) ? '304' : 'ok',
    }
  },
}

const contender = contenders[process.argv[2]]
if (!contender) {
  throw new Error(`got ${process.argv[2]}, expected velocy or npm`)
}
const seconds = Number(DURATION) / Object.keys(CASES).length
const figures = Object.entries(CASES).map(([name, cases]) => {
  const choose = contender[name]
  /** @param {{ field: string, answer: string | null }} input */
  const use = ({ field, answer }) => choose(field) === answer
  const make = () => {
    const [field, answer] = pick(cases)()
    return { field: received(field), answer }
  }
  const size = name === 'ranges' ? 10 : undefined
  return [`ns.${name}`, timePerUse(make, use, seconds, size)]
})
console.log(JSON.stringify(Object.fromEntries(figures)))
