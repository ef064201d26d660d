/**
 * What caches do with a file that changes (RFC 9111). Times are in seconds.
 *
 * @typedef {object} Answer
 * @property {200 | 304} status
 * @property {string} control Cache-Control
 * @property {number} date when the origin said so
 * @property {number} version of the file, which stands for its ETag, too
 * @property {number} modified when that version was made
 * @property {Stop[]} way who was asked, one after the other
 */
/** @typedef {'fresh' | 'stale' | 'nothing' | 'file'} Had */
/** @typedef {{ name: string, had: Had, status: 200 | 304 }} Stop */

/** Asks an origin or a cache, and tells it which version is at hand. */
/** @typedef {(now: number, version?: number) => Answer} Ask */

/** How old the first version is at the beginning. */
const AGE = 1000

/**
 * @param {string} control
 * @param {number} change when the second version is made
 * @returns {Ask}
 */
export function originOf(control, change) {
  return (date, asked) => {
    const version = date < change ? 1 : 2
    const modified = version === 1 ? -AGE : change
    const status = asked === version ? 304 : 200
    /** @type {Stop[]} */
    const way = [{ name: 'origin', had: 'file', status }]
    return { status, control, date, version, modified, way }
  }
}

/**
 * @param {string} name
 * @param {Ask} next whom it asks
 * @param {boolean} isShared whether it serves more than one person
 * @returns {Ask}
 */
export function cacheOf(name, next, isShared) {
  /** @type {Answer | undefined} */
  let kept
  return (now, asked) => {
    const isFresh = kept && now - kept.date < lifetimeOf(kept, isShared)
    const had = isFresh ? 'fresh' : kept ? 'stale' : 'nothing'
    const answer =
      kept && isFresh ? { ...kept, way: [] } : next(now, kept?.version)
    const isKept = mayStore(answer.control, isShared)
    if (isKept) kept = answer
    const status = isKept && answer.version === asked ? 304 : 200
    return { ...answer, status, way: [{ name, had, status }, ...answer.way] }
  }
}

/**
 * How long an answer is fresh (RFC 9111 §4.2.1).
 *
 * @param {Answer} answer
 * @param {boolean} isShared
 */
export function lifetimeOf({ control, date, modified }, isShared) {
  if (has(control, 'no-cache')) return 0
  const own = isShared ? secondsOf(control, 's-maxage') : undefined
  const given = own ?? secondsOf(control, 'max-age')
  // Without a word: a tenth of the time for which it has not changed (§4.2.2).
  return given ?? (date - modified) / 10
}

/**
 * @param {string} control
 * @param {boolean} isShared
 */
export const mayStore = (control, isShared) =>
  !has(control, 'no-store') && !(isShared && has(control, 'private'))

/** @param {string} control @param {string} name */
const has = (control, name) => control.split(/, */).includes(name)

/** @param {string} control @param {string} name */
function secondsOf(control, name) {
  const start = `${name}=`
  const own = control.split(/, */).find((part) => part.startsWith(start))
  return own === undefined ? undefined : Number(own.slice(start.length))
}

/** Who asks, and when. */
export const VISITS = /** @type {const} */ ([
  { now: 0, who: 'Ana' },
  { now: 10, who: 'Bo' },
  { now: 30, who: 'Ana' },
  { now: 50, who: 'Bo' },
  { now: 65, who: 'Bo' },
  { now: 75, who: 'Ana' },
  { now: 90, who: 'Bo' },
])

/**
 * Two browsers, behind one shared cache.
 *
 * @param {string} control
 * @param {number} change
 */
export function play(control, change) {
  const shared = cacheOf('shared', originOf(control, change), true)
  const browsers = {
    Ana: cacheOf('browser', shared, false),
    Bo: cacheOf('browser', shared, false),
  }
  return VISITS.map(({ now, who }) => {
    const answer = browsers[who](now)
    return { now, who, answer, isOld: answer.version === 1 && now >= change }
  })
}
