/**
 * What a cache does, according to RFC 9111, as far as it concerns a file that
 * changes now and then. All times are in seconds.
 *
 * @typedef {object} Answer
 * @property {200 | 304} status
 * @property {string} control Cache-Control
 * @property {string} [etag]
 * @property {number} version of the file
 * @property {number} modified when that version was made
 * @property {number} age how long ago the origin said so
 * @property {Stop[]} way who has been asked, and what each had to say
 */
/** @typedef {{ name: string, what: What }} Stop */
/** @typedef {'fresh' | 'stale' | 'nothing' | 'whole' | 'same'} What */
/** @typedef {{ ask: (now: number, etag?: string) => Answer }} Source */

/**
 * The server that has the file.
 *
 * @param {object} options
 * @param {string} options.control
 * @param {number} options.change when the file changes
 * @param {boolean} [options.hasTags]
 * @returns {Source}
 */
export const originOf = ({ control, change, hasTags = true }) => ({
  ask(now, asked) {
    const version = now < change ? 1 : 2
    const etag = hasTags ? `"v${version}"` : undefined
    const isSame = etag !== undefined && etag === asked
    /** @type {Stop} */
    const stop = { name: 'origin', what: isSame ? 'same' : 'whole' }
    return {
      status: isSame ? 304 : 200,
      control,
      etag,
      version,
      modified: version === 1 ? -DAY : change,
      age: 0,
      way: [stop],
    }
  },
})

const DAY = 86_400

/** A browser's own cache, or one that many share. */
export class Cache {
  /** @type {{ answer: Answer, at: number } | undefined} */
  #kept

  /**
   * @param {string} name
   * @param {Source} next whom it asks
   * @param {boolean} isShared
   */
  constructor(name, next, isShared) {
    this.name = name
    this.next = next
    this.isShared = isShared
  }

  /** @param {number} now @returns {number} how old its copy is */
  #age(now) {
    return this.#kept ? this.#kept.answer.age + now - this.#kept.at : 0
  }

  /**
   * @param {number} now
   * @param {string} [asked] the tag that whoever asks has a copy of
   * @returns {Answer}
   */
  ask(now, asked) {
    const kept = this.#kept?.answer
    if (kept && this.#age(now) < lifetimeOf(kept, this.isShared)) {
      return this.#give(now, asked, [{ name: this.name, what: 'fresh' }])
    }
    const answer = this.next.ask(now, kept?.etag)
    /** @type {Stop} */
    const stop = { name: this.name, what: kept ? 'stale' : 'nothing' }
    const way = [stop, ...answer.way]
    if (!mayStore(answer.control, this.isShared)) return { ...answer, way }
    this.#kept = { answer, at: now }
    return this.#give(now, asked, way)
  }

  /**
   * @param {number} now
   * @param {string | undefined} asked
   * @param {Stop[]} way
   * @returns {Answer}
   */
  #give(now, asked, way) {
    const { answer } = /** @type {{ answer: Answer }} */ (this.#kept)
    const isSame = answer.etag !== undefined && answer.etag === asked
    const status = isSame ? 304 : 200
    return { ...answer, status, age: this.#age(now), way }
  }
}

/**
 * @param {string} control
 * @param {string} name of a directive with a number
 */
function secondsOf(control, name) {
  const value = new RegExp(`(?:^|[ ,])${name}=(\\d+)`).exec(control)?.[1]
  return value === undefined ? undefined : Number(value)
}

/**
 * How long an answer is fresh (RFC 9111 §4.2.1).
 *
 * @param {Answer} answer
 * @param {boolean} isShared
 */
export function lifetimeOf({ control, modified, age }, isShared) {
  if (/(?:^|[ ,])no-cache/.test(control)) return 0
  const shared = isShared ? secondsOf(control, 's-maxage') : undefined
  const given = shared ?? secondsOf(control, 'max-age')
  // Nothing is said: a tenth of the time for which it has not changed (§4.2.2).
  return given ?? (0 - modified) / 10
}

/**
 * @param {string} control
 * @param {boolean} isShared
 */
export const mayStore = (control, isShared) =>
  !/no-store/.test(control) && !(isShared && /private/.test(control))
