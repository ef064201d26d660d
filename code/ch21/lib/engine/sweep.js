import { refusalOf, refuse } from './refuse.js'

/** @import { Connection } from './connection.js' */
/** @import { Engine } from './engine.js' */

/** How long a client may take to leave when it has its last answer, in ms. */
const LINGER = 2000

/** Looks within the shortest limit: each limit is late by a quarter at most. */
const LOOKS = 8

/** The shortest and the longest time between two looks, in ms. */
const LEAST = 10
const MOST = 1000

const MEGABYTE = 1_000_000

/**
 * Holds all connections to their time limits, with one timer. One for each, set
 * and cleared for each request, would take longer than the rest of the limits.
 *
 * @param {Engine} engine
 */
export function sweep(engine) {
  const { connections, limits, server } = engine
  const { headersTimeout, requestTimeout, keepAliveTimeout } = limits
  const times = [headersTimeout, requestTimeout, keepAliveTimeout]
  const all = [...times, limits.sendTimeout].filter(Boolean)
  const shortest = Math.min(...all, LOOKS * MOST)
  const interval = Math.max(shortest / LOOKS, LEAST)
  const look = () => {
    const last = engine.now
    engine.now = performance.now()
    for (const connection of connections) {
      if (!connection.isUpgraded) check(connection, engine.now - last)
    }
  }
  server.on('listening', () => {
    const timer = setInterval(look, interval).unref()
    server.once('close', () => clearInterval(timer))
  })
}

/**
 * @param {Connection} connection
 * @param {number} round how long ago the last look was, in ms: longer than
 *   usual if the loop has stood still
 */
function check(connection, round) {
  const { socket, body, requests, isIdle, isInHead, engine } = connection
  const { limits, now } = engine
  const unsent = socket.writableLength
  if (unsent !== connection.unsent) {
    connection.unsent = unsent
    connection.since = now
  }
  const isAsking = isInHead || body?.isPaused === false
  /** For ever. */
  let limit = 0
  if (isInHead) limit = limits.headersTimeout
  else if (isAsking) limit = limits.requestTimeout
  else if (unsent > 0) limit = limits.sendTimeout * Math.ceil(unsent / MEGABYTE)
  else if (connection.isOver) limit = LINGER
  else if (isIdle && requests > 0) limit = limits.keepAliveTimeout
  else if (isIdle) limit = limits.headersTimeout
  // The client may be gone, and waits for an answer or seems to.
  else if (connection.isEnded) limit = limits.requestTimeout
  // What was noted since the last look has the time of that one.
  const waited = now - connection.since - round
  if (limit === 0 || waited <= limit) return
  if (isAsking) refuse(connection, refusalOf('The request took too long'))
  else socket.destroy()
}
