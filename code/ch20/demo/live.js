import { join } from 'node:path'
import { publish, store, subscribe } from '../lib/cluster/index.js'
import { acceptWebSocket, events, Room } from '../lib/realtime/index.js'

/** @import { Router } from '../lib/index.js' */

const PAGE = join(import.meta.dirname, 'public', 'live.html')

/** How many announcements the board keeps. */
const KEPT = 100

/**
 * GET /live is a page with a board, from the server to all, and a radio, from
 * all to all, whichever worker they are at.
 *
 * @param {Router} router
 * @returns {Promise<() => void>} ends it
 */
export async function serveLive(router) {
  router.get('/live', (_req, res) => res.file(PAGE))
  const stopBoard = await serveBoard(router)
  const stopRadio = serveRadio(router)
  return () => {
    stopBoard()
    stopRadio()
  }
}

/** GET /ws is a WebSocket. @param {Router} router */
function serveRadio(router) {
  const room = new Room()
  router.get('/ws', (req, res) => {
    const socket = acceptWebSocket(req, res, { maxMessage: 1024 })
    room.add(socket)
    socket.onmessage = ({ data }) => publish('radio', `${data}`)
  })
  return subscribe('radio', (text) => room.send(text))
}

/** POST /board announces, GET /events listens. @param {Router} router */
async function serveBoard(router) {
  const room = new Room()
  /** @type {string[]} by their ids */
  const past = []
  const catchUp = async () => {
    const newest = (await store.get('board')) ?? 0
    for (let id = Math.max(newest - KEPT, 0) + 1; id <= newest; id++) {
      past[id] ??= await store.get(`board ${id}`)
    }
  }
  const show = (/** @type {{ id: number, text: string }} */ { id, text }) => {
    past[id] = text
    delete past[id - KEPT]
    room.send(text, { id })
  }
  const mend = () => catchUp().then(() => room.close())
  const stop = subscribe('board', show, mend)
  await catchUp()
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
    room.add(stream)
  })
  return stop
}
