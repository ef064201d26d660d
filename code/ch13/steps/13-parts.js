import { NetHead } from '../lib/app/net-head.js'

const engine = { limits: { keepAliveTimeout: 5000 } }
const parts = { socket: null, mayStay: true, keepsAlive: true, engine }
const connection = /** @type {any} */ (parts)

/**
 * @param {string} [method]
 * @param {number} [httpVersionMinor]
 */
export const headFor = (method = 'GET', httpVersionMinor = 1) =>
  new NetHead(connection, /** @type {any} */ ({ method, httpVersionMinor }))
