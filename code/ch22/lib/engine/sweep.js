import { refuse, TIMEOUT } from './refuse.js'

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
 * @param {string} event that its server emits for each connection
 */
export function sweep(engine, event) {
  const { connections, limits, server } = engine
  const { headersTimeout, requestTimeout, keepAliveTimeout } = limits
  const times = [headersTimeout, requestTimeout, keepAliveTimeout]
  const shortest = Math.min(
    ...times.filter(Boolean),
    limits.sendTimeout || MOST,
  )
  const interval = Math.min(Math.max(shortest / LOOKS, LEAST), MOST)
  /** @type {NodeJS.Timeout | undefined} while there are connections */
  let timer
  const look = () => {
    engine.now = performance.now()
    for (const connection of connections) {
      if (!connection.isUpgraded) check(connection, interval)
    }
    if (connections.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
  server.on(event, () => {
    if (timer !== undefined) return
    engine.now = performance.now()
    // If the loop has stood still, what has come meanwhile is read first.
    timer = setInterval(() => setImmediate(look), interval).unref()
  })
}

/**
 * @param {Connection} connection
 * @param {number} interval since the last look, in ms
 */
function check(connection, interval) {
  const { socket, body, engine } = connection
  const { headersTimeout, requestTimeout, keepAliveTimeout, sendTimeout } =
    engine.limits
  const unsent = socket.writableLength
  if (unsent !== connection.unsent) {
    connection.unsent = unsent
    connection.since = engine.now
  }
  // What was noted since the last look has the time of that one.
  const waited = engine.now - connection.since - interval
  if (connection.isInHead) {
    if (isLate(waited, headersTimeout)) refuse(connection, TIMEOUT)
  } else if (body !== null && !body.isPaused) {
    if (isLate(waited, requestTimeout)) refuse(connection, TIMEOUT)
  } else if (unsent > 0) {
    const megabytes = Math.ceil(unsent / MEGABYTE)
    if (isLate(waited, sendTimeout * megabytes)) socket.destroy()
  } else if (connection.isOver) {
    if (waited > LINGER) socket.destroy()
  } else if (connection.isIdle) {
    const { requests } = connection
    const limit = requests > 0 ? keepAliveTimeout : headersTimeout
    if (isLate(waited, limit)) connection.close()
  } else if (connection.isEnded) {
    // The client may be gone, and waits for an answer or seems to.
    if (isLate(waited, requestTimeout)) socket.destroy()
  }
}

/**
 * @param {number} waited
 * @param {number} limit in ms; 0 is for ever
 */
const isLate = (waited, limit) => limit > 0 && waited > limit
