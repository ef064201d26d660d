import { join } from 'node:path'
import { publish, store, subscribe } from '../lib/cluster/index.js'
import { acceptWebSocket, events, Room } from '../lib/realtime/index.js'

/** @import { Router } from '../lib/index.js' */

const PAGE = join(import.meta.dirname, 'public', 'live.html')

/** How many announcements the board keeps. */
const KEPT = 100

/**
 * A page that is alive: POST /board announces, GET /events tells all who look,
 * and on GET /ws everybody talks to everybody, whichever worker they are at.
 *
 * @param {Router} router
 * @returns {Promise<() => void>} ends it
 */
export async function serveLive(router) {
  const board = new Room()
  const radio = new Room()
  /** @type {string[]} by their ids */
  const past = []
  const stops = [
    subscribe(
      'board',
      ({ id, text }) => {
        past[id] = text
        delete past[id - KEPT]
        board.send(text, { id })
      },
      () => board.close(),
    ),
    subscribe('radio', (text) => radio.send(text)),
  ]
  const newest = (await store.get('board')) ?? 0
  for (let id = Math.max(newest - KEPT, 0) + 1; id <= newest; id++) {
    past[id] = await store.get(`board ${id}`)
  }
  router.get('/live', (_req, res) => res.file(PAGE))
  router.post('/board', async (req) => {
    const text = await req.text({ limit: 1024 })
    const id = await store.increment('board')
    await store.set(`board ${id}`, text)
    publish('board', { id, text })
    return { id }
  })
  router.get('/events', (req, res) => {
    const stream = events(req, res)
    let last = Number(stream.lastEventId)
    // It's new here, or the store is.
    if (!(last < past.length)) last = 0
    past.forEach((text, id) => {
      if (id > last) stream.send(text, { id })
    })
    board.add(stream)
  })
  router.get('/ws', (req, res) => {
    const socket = acceptWebSocket(req, res, { maxMessage: 1024 })
    radio.add(socket)
    socket.onmessage = ({ data }) => publish('radio', data)
  })
  return () => {
    for (const stop of stops) stop()
  }
}
