import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { library } from './library.js'

/** @import { Server } from 'node:http' */
/** @import { Router } from '../lib/index.js' */
/** @import { Session } from '../lib/middleware/sessions.js' */

/** @type {typeof import('../lib/index.js')} */
const { createServer } = await library('lib/index.js')
/** @type {typeof import('../lib/testing/inject.js')} */
const { inject } = await library('lib/testing/inject.js')

/** Keeps what a session needs, by the clock of Date. */
export class MemoryStore {
  /** @type {Map<string, { text: string, expires: number }>} */
  entries = new Map()
  writes = 0
  reads = 0

  /** @param {string} key @returns {Promise<any>} */
  async get(key) {
    this.reads++
    const entry = this.entries.get(key)
    const isThere = entry !== undefined && entry.expires > Date.now()
    return isThere ? JSON.parse(entry.text) : undefined
  }

  /** @param {string} key @param {any} value @param {{ ttl: number }} options */
  async set(key, value, { ttl }) {
    this.writes++
    assert.ok(Number.isInteger(ttl) && ttl > 0, `a ttl of ${ttl} ms`)
    const expires = Date.now() + ttl
    this.entries.set(key, { text: JSON.stringify(value), expires })
  }

  /** @param {string} key */
  async delete(key) {
    this.entries.delete(key)
  }
}

/** A browser, which keeps the cookies of one server. */
export class Visitor {
  #server
  /** @type {Map<string, string>} */
  cookies = new Map()

  /** @param {Router<any> | Server} app */
  constructor(app) {
    this.#server = app instanceof EventEmitter ? app : createServer(app)
  }

  /** @param {string} path */
  async ask(path) {
    const pairs = [...this.cookies].map(([name, value]) => `${name}=${value}`)
    const headers = { cookie: pairs.join('; ') }
    const res = await inject(this.#server, { path, headers })
    const lines = res.headers.getSetCookie()
    for (const line of lines) {
      const [, name, value] = /** @type {string[]} */ (
        /^([^=]+)=([^;]*)/.exec(line)
      )
      if (/Expires=Thu, 01 Jan 1970/.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    const text = await res.text()
    return { status: res.status, text, lines, headers: res.headers }
  }

  /** The id of its session, if there is one. */
  get id() {
    return this.cookies.get('__Host-session')
  }

  set id(id) {
    if (id === undefined) this.cookies.delete('__Host-session')
    else this.cookies.set('__Host-session', id)
  }
}

/**
 * What visitors may do with their sessions.
 *
 * @param {Router<{ session: Session }>} router
 */
export function addRoutes(router) {
  router.get('/hello', () => 'hello')
  router.get('/me', ({ session }) => session.user ?? 'nobody')
  router.get('/login/:user', async ({ session, params }) => {
    await session.begin(params.user)
    return 'in'
  })
  router.get('/logout', async ({ session }) => {
    await session.end()
    return `out: ${session.user}`
  })
  router.get('/everywhere', async ({ session }) => {
    await session.endAll()
    return 'out'
  })
  router.get('/password', async ({ session }) => {
    const user = String(session.user)
    await session.endAll()
    await session.begin(user)
    return 'changed'
  })
  router.get('/ban/:user', async ({ session, params }) => {
    await session.endAll(params.user)
    return 'banned'
  })
  router.get('/data', ({ session }) => session.data)
  router.get('/set/:name/:value', async ({ session, params }) => {
    await session.set({ [params.name]: params.value })
    return 'set'
  })
  router.get('/unset/:name', async ({ session, params }) => {
    await session.set({ [params.name]: undefined })
    return 'removed'
  })
  return router
}
