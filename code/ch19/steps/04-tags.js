import { validatorsOf } from '../lib/http/etag.js'

const NOON = Date.parse('2026-01-15T12:00:00Z')
const NPM = Date.parse('1985-10-26T08:15:00Z')
const HOUR = 3_600_000

/**
 * A version of a file, with 24 bytes.
 *
 * @param {number} mtimeMs when it was changed, as it says
 * @param {number} ctimeMs when it came here
 * @param {number} wait how long after that it is asked for, in ms
 */
const version = (mtimeMs, ctimeMs, wait) => ({
  stats: /** @type {any} */ ({ size: 24, mtimeMs, ctimeMs }),
  now: ctimeMs + wait,
})

const pairs = {
  'within the same second': [
    version(NOON, NOON, 50),
    version(NOON + 100, NOON + 100, HOUR),
  ],
  'in one tick of the clock': [
    version(NOON, NOON, 1),
    version(NOON, NOON, HOUR),
  ],
  'from two packages of npm': [
    version(NPM, NOON, HOUR),
    version(NPM, NOON + HOUR, HOUR),
  ],
}

/** @type {Record<string, (of: ReturnType<typeof version>) => any>} */
const tags = {
  seconds: ({ stats }) => `${stats.size}-${Math.floor(stats.mtimeMs / 1000)}`,
  exact: ({ stats }) => `${stats.size}-${stats.mtimeMs}`,
  ours: ({ stats, now }) => validatorsOf(stats, now).etag,
}

for (const [name, [first, second]] of Object.entries(pairs)) {
  for (const [kind, tagOf] of Object.entries(tags)) {
    const one = tagOf(first)
    const result = one === tagOf(second) ? 'the same' : 'another one'
    console.log(`${name}, ${kind}: ${one === undefined ? 'none yet' : result}`)
  }
}
