import { validatorsOf } from '../lib/http/conditions.js'

const NOON = Date.parse('2026-01-15T12:00:00Z')
const NPM = Date.parse('1985-10-26T08:15:00Z')
const HOUR = 3_600_000

/**
 * Two versions of a file, each with 24 bytes: when it was changed, when it came
 * here, and when it is asked for.
 *
 * @type {Record<string, [number, number, number][]>}
 */
const pairs = {
  'within the same second': [
    [NOON, NOON, NOON + 50],
    [NOON + 100, NOON + 100, NOON + HOUR],
  ],
  'in one tick of the clock': [
    [NOON, NOON, NOON + 1],
    [NOON, NOON, NOON + HOUR],
  ],
  'from two packages of npm': [
    [NPM, NOON, NOON + HOUR],
    [NPM, NOON + HOUR, NOON + 2 * HOUR],
  ],
}

/** @type {Record<string, (changed: number, came: number, now: number) => any>} */
const tags = {
  seconds: (changed) => Math.floor(changed / 1000),
  exact: (changed) => changed,
  ours: (mtimeMs, ctimeMs, now) =>
    validatorsOf(/** @type {any} */ ({ size: 24, mtimeMs, ctimeMs }), now).etag,
}

for (const [name, [first, second]] of Object.entries(pairs)) {
  for (const [kind, tagOf] of Object.entries(tags)) {
    const tag = tagOf(...first)
    const result = tag === tagOf(...second) ? 'the same' : 'another one'
    console.log(`${name}, ${kind}: ${tag === undefined ? 'none yet' : result}`)
  }
}
