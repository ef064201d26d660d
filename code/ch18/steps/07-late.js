import { setTimeout as sleep } from 'node:timers/promises'
import { store } from '../lib/cluster/index.js'
import { Router } from '../lib/index.js'
import { sessions } from '../lib/middleware/sessions.js'
import { inject } from '../lib/testing/inject.js'

/** @import { SessionStore } from '../lib/middleware/sessions.js' */

let isSlow = false

/** @type {SessionStore} that takes a while to write a session */
const slow = {
  ...store,
  async set(key, value, options) {
    if (isSlow && value.user) await sleep(500)
    return store.set(key, value, options)
  },
}

const shop = new Router().use(sessions({ store: slow }))
shop.get('/login', ({ session }) => session.begin('aino').then(() => 'in'))
shop.get('/save', ({ session }) => session.set({ a: 1 }).then(() => 'saved'))
shop.get('/logout', ({ session }) => session.end().then(() => 'out'))
shop.get('/me', ({ session }) => session.user ?? 'nobody')

const login = await inject(shop, '/login')
const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''

/** @param {string} path */
async function ask(path) {
  const answer = await inject(shop, { path, headers: { cookie } })
  return answer.text()
}

isSlow = true
const late = ask('/save')
await ask('/logout')
console.log('After the logout:', await ask('/me'))
await late
console.log('After the late write:', await ask('/me'))
