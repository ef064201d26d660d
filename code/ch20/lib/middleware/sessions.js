import { hash, randomBytes } from 'node:crypto'
import { store } from '../cluster/store.js'
import { checkOptions, having, integer } from '../common/options.js'
import { formatCookie, getCookie, keepPrivate, setCookie } from './cookies.js'

/** @import { ServerResponse } from 'node:http' */
/** @import { Middleware } from '../app/typed.js' */
/** @import { CookieOptions } from './cookies.js' */

/**
 * Where sessions are kept: the store of velocy/cluster, or another one.
 *
 * @typedef {object} SessionStore
 * @property {(key: string) => Promise<any>} get a copy of the value, or
 *   undefined; it rejects when it doesn't know
 * @property {(key: string, value: any, options: { ttl: number }) =>
 *   Promise<unknown>} set keeps what JSON can hold, for so many ms
 * @property {(key: string) => Promise<unknown>} delete forgets the value
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
 * @property {string} key under which it is kept; empty: nothing is
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

const RULES = {
  store: having('a store', 'get', 'set', 'delete'),
  cookie: having('an object with options'),
  idle: integer(1, Number.MAX_SAFE_INTEGER),
  lifetime: integer(1, Number.MAX_SAFE_INTEGER),
}
const DEFAULTS = { store, idle: 30 * 60_000, lifetime: 12 * 60 * 60_000 }

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
const NOTHING = { key: '', data: {}, begun: 0, seen: 0 }

/** What is known about a visitor from one request to the next. */
export class Session {
  #settings
  #res
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

  /**
   * What `set` has kept. What is changed inside of it is lost.
   *
   * @returns {Readonly<Record<string, any>>}
   */
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
    /** @type {Kept | undefined} */
    const kept = await this.#settings.store.get(keyOf('session', id))
    if (!kept) return
    if (!(await this.#isCurrent(kept))) return
    this.#kept = kept
    keepPrivate(this.#res)
    if (Date.now() - kept.seen > this.#settings.idle / 10) await this.set({})
  }

  /** Whether the user's era is still that of the login. @param {Kept} kept */
  async #isCurrent({ user, era }) {
    if (user === undefined) return true
    const now = await this.#settings.store.get(keyOf('user', user))
    return !now || now === era
  }

  /**
   * Keeps values beside those that are kept already, unless the session has
   * ended meanwhile. When two requests call this at the same moment, the later
   * one wins, and what the other has set may be lost.
   *
   * @param {Record<string, any>} values what JSON can hold; undefined removes
   */
  async set(values) {
    if (!this.#kept.key) return this.begin(undefined, values)
    // Others may have written since this request has begun.
    const kept = await this.#settings.store.get(this.#kept.key)
    if (kept) await this.#write({ ...kept, data: { ...kept.data, ...values } })
  }

  /**
   * Begins a session for somebody who has logged in, under a new id, because
   * somebody else may know the old one.
   *
   * @param {string} [user] such as a name; without one, it is nobody's
   * @param {Record<string, any>} [data] what to keep. Default: what is there
   *   already, if that was nobody's, or this user's.
   */
  async begin(user, data = (this.user ?? user) === user ? this.data : {}) {
    const { store, name, attributes } = this.#settings
    const id = newId()
    const key = keyOf('session', id)
    /** @type {Kept} */
    const kept = { key, user, data: { ...data }, begun: Date.now(), seen: 0 }
    if (user !== undefined) kept.era = await store.get(keyOf('user', user))
    await this.#drop()
    await this.#write(kept)
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
    await this.#drop()
    this.#kept = NOTHING
    setCookie(this.#res, name, '', { ...attributes, maxAge: 0 })
  }

  /** @param {Kept} kept */
  async #write(kept) {
    const { store, idle, lifetime } = this.#settings
    this.#kept = { ...kept, seen: Date.now() }
    const left = Math.max(1, kept.begun + lifetime - this.#kept.seen)
    await store.set(kept.key, this.#kept, { ttl: Math.min(idle, left) })
    // Another request may have ended it meanwhile.
    const isOver = await store.get(`${kept.key}:ended`)
    if (isOver || !(await this.#isCurrent(kept))) await store.delete(kept.key)
  }

  async #drop({ key } = this.#kept) {
    const { store, lifetime } = this.#settings
    if (!key) return
    await store.set(`${key}:ended`, true, { ttl: lifetime })
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
