import { hash, randomBytes } from 'node:crypto'
import { store } from '../cluster/store.js'
import { checkOptions, having, integer } from '../common/options.js'
import { formatCookie } from '../http/cookies.js'
import { deleteCookie, getCookie, keepPrivate, setCookie } from './cookies.js'

/** @import { ServerResponse } from 'node:http' */
/** @import { Middleware } from '../app/typed.js' */
/** @import { CookieOptions } from '../http/cookies.js' */

/**
 * Where sessions are kept: the store of velocy/cluster, or another one.
 *
 * @typedef {object} SessionStore
 * @property {(key: string) => Promise<any>} get a copy of the value, or
 *   undefined; it rejects when it doesn't know
 * @property {(key: string, value: any, options: { ttl: number }) =>
 *   Promise<unknown>} set keeps what JSON can hold, for so many ms
 * @property {(key: string) => Promise<unknown>} delete
 */
/**
 * @typedef {object} SessionOptions
 * @property {SessionStore} [store] Default: the one of velocy/cluster, which
 *   keeps up to 100,000 entries until the program ends.
 * @property {CookieOptions & { name?: string }} [cookie] Default name:
 *   `__Host-session`. A maxAge counts from the login.
 * @property {number} [idle] How long a session waits for the next request, in
 *   ms; up to a tenth less. Default: 30 minutes.
 * @property {number} [lifetime] How long it lasts at most, in ms. Default: 12
 *   hours.
 */
/**
 * What the store has for a session.
 *
 * @typedef {object} Kept
 * @property {string} [user]
 * @property {string} [era] the user's at the login
 * @property {Record<string, any>} data
 * @property {number} begun in ms since 1970
 * @property {number} seen when this was written
 */
/**
 * @typedef {object} Settings
 * @property {SessionStore} store
 * @property {number} idle
 * @property {number} lifetime
 * @property {string} name
 * @property {CookieOptions} attributes
 */

const TIME = integer(1, Number.MAX_SAFE_INTEGER)
const RULES = {
  store: having('a store', 'get', 'set', 'delete'),
  cookie: having('an object with options'),
  idle: TIME,
  lifetime: TIME,
}
const MINUTE = 60_000
const DEFAULTS = { store, idle: 30 * MINUTE, lifetime: 12 * 60 * MINUTE }

/**
 * Middleware that gives each request a `session`. A visitor has none until
 * there is something to keep.
 *
 * @param {SessionOptions} [options]
 * @returns {Middleware<{ session: Session }>}
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION, ERR_VELOCY_BAD_COOKIE
 */
export function sessions(options) {
  const checked = checkOptions('sessions', options, RULES)
  const { name, ...attributes } = { name: '__Host-session', ...checked.cookie }
  const settings = { ...DEFAULTS, ...checked, name, attributes }
  // Tells what is wrong with them now, and not at the first login.
  formatCookie(name, '', attributes)
  return (req, res) => {
    req.session = new Session(settings, res)
    const id = getCookie(req, name)
    if (id !== undefined) return req.session.load(id)
  }
}

/** @type {Kept} */
const NOTHING = { data: {}, begun: 0, seen: 0 }

/** What is known about a visitor from one request to the next. */
export class Session {
  #settings
  #res
  /** Of what is kept; undefined: nothing is. @type {string | undefined} */
  #key
  #kept = NOTHING

  /** @param {Settings} settings @param {ServerResponse} res */
  constructor(settings, res) {
    this.#settings = settings
    this.#res = res
  }

  /** Who has logged in, if anybody has. */
  get user() {
    return this.#kept.user
  }

  /** What `set` has kept. @returns {Readonly<Record<string, any>>} */
  get data() {
    return Object.freeze(this.#kept.data)
  }

  /**
   * Finds what is kept under an id, whoever has sent it.
   *
   * @internal
   * @param {string} id
   */
  async load(id) {
    const { store, idle } = this.#settings
    const key = keyOf('session', id)
    /** @type {Kept | undefined} */
    const kept = await store.get(key)
    if (!kept) return
    const era = kept.user && (await store.get(keyOf('user', kept.user)))
    if (era && era !== kept.era) return
    this.#key = key
    this.#kept = kept
    keepPrivate(this.#res)
    if (Date.now() - kept.seen > idle / 10) await this.#write(kept)
  }

  /**
   * Keeps values beside those that are kept already. When two requests change
   * the same one at the same time, the later one wins.
   *
   * @param {Record<string, any>} values what JSON can hold; undefined removes
   */
  async set(values) {
    if (this.#key === undefined) return this.begin(undefined, values)
    // Others may have written since this request has begun.
    const { data } = (await this.#settings.store.get(this.#key)) ?? this.#kept
    await this.#write({ ...this.#kept, data: { ...data, ...values } })
  }

  /**
   * Begins a session for somebody who has logged in, under a new id, because
   * somebody else may know the old one.
   *
   * @param {string} [user] such as a name; without one, it is nobody's
   * @param {Record<string, any>} [data] what to keep. Default: what is there
   *   already, if that was nobody's.
   */
  async begin(user, data = this.user === undefined ? this.data : {}) {
    const { store, name, attributes } = this.#settings
    const before = this.#key
    const id = newId()
    /** @type {Kept} */
    const kept = { user, data: { ...data }, begun: Date.now(), seen: 0 }
    if (user !== undefined) kept.era = await store.get(keyOf('user', user))
    this.#key = keyOf('session', id)
    await this.#write(kept)
    await this.#drop(before)
    setCookie(this.#res, name, id, attributes)
  }

  /**
   * Ends all sessions of a user, from the next request on. To stay logged in
   * here, call `begin` behind it.
   *
   * @param {string} [user] the session's own
   * @throws {TypeError} when there is no user
   */
  async endAll(user = this.user) {
    const { store, lifetime } = this.#settings
    await store.set(keyOf('user', user), newId(), { ttl: lifetime })
  }

  /** The user has logged out, here. */
  async end() {
    const { name, attributes } = this.#settings
    await this.#drop(this.#key)
    this.#key = undefined
    this.#kept = NOTHING
    deleteCookie(this.#res, name, attributes)
  }

  /** @param {Kept} kept */
  async #write(kept) {
    const { store, idle, lifetime } = this.#settings
    const key = String(this.#key)
    this.#kept = { ...kept, seen: Date.now() }
    const left = kept.begun + lifetime - this.#kept.seen
    await store.set(key, this.#kept, { ttl: Math.max(1, Math.min(idle, left)) })
    // Another request may have ended it meanwhile.
    if (await store.get(`${key}:ended`)) await store.delete(key)
  }

  /** @param {string | undefined} key */
  async #drop(key) {
    const { store } = this.#settings
    if (key === undefined) return
    await store.set(`${key}:ended`, true, { ttl: this.#settings.lifetime })
    await store.delete(key)
  }
}

/** 128 bits that nobody can guess. */
const newId = () => randomBytes(16).toString('base64url')

/**
 * From a key, nobody can tell the id: a stolen store opens no session.
 *
 * @param {'session' | 'user'} kind
 * @param {any} text
 * @throws {TypeError} ERR_INVALID_ARG_TYPE when it is no text
 */
const keyOf = (kind, text) => `${kind}:${hash('sha256', text, 'base64url')}`
