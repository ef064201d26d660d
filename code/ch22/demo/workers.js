import { readMetrics, store } from '../lib/cluster/index.js'

/** @import { Router } from '../lib/index.js' */

/**
 * @typedef {object} Role which of the processes this one is
 * @property {number} id of its place, from 1; 0: it is alone
 * @property {number} generation how many reloads there were before it
 */

/**
 * What shows that several processes answer as one.
 *
 * @param {Router} router
 * @param {Role} role
 */
export function showWorkers(router, { id, generation }) {
  router.get('/worker', () => ({ id, pid: process.pid, generation }))
  router.post('/visits', async () => ({
    visits: await store.increment('visits'),
  }))
}

/** How all of them are, for those who run the server. @param {Router} admin */
export function showMetrics(admin) {
  admin.get('/workers', () => readMetrics())
}
