import { publish, store, subscribe } from '../lib/cluster/index.js'
import { acceptWebSocket, events, Room } from '../lib/realtime/index.js'

/** @import { Router } from '../lib/index.js' */

const PAGE = `${import.meta.dirname}/public/live.html`

/** How many announcements the board keeps. */
const KEPT = 100

/**
 * GET /live is a page with a radio, from all to all, and a board, from the
 * server to all, whichever worker they are at. POST /board announces.
 *
 * @param {Router} router
 */
export async function serveLive(router) {
  router.get('/live', (_req, res) => res.file(PAGE))
  const [radio, board] = [new Room(), new Room()]
  subscribe('radio', (text) => radio.send(text))
  router.get('/ws', (req, res) => {
    const socket = acceptWebSocket(req, res, { maxMessage: 1024 })
    radio.add(socket)
    socket.onmessage = ({ data }) => publish('radio', `${data}`)
  })
  /** @type {{ id: number, text: string }[]} in the order that all heard */
  const past = []
  subscribe('board', (news) => {
    past.push(news)
    if (past.length > KEPT) past.shift()
    board.send(news.text, { id: news.id })
  })
  const keys = Array.from({ length: KEPT }, (_, i) => `board ${i}`)
  const kept = await Promise.all(keys.map((key) => store.get(key)))
  past.unshift(...kept.filter(Boolean).sort((a, b) => a.id - b.id))
  router.post('/board', async (req) => {
    const text = await req.text({ limit: 1024 })
    const id = await store.increment('board')
    await store.set(`board ${id % KEPT}`, { id, text })
    publish('board', { id, text })
    return { id }
  })
  router.get('/events', (req, res) => {
    const stream = events(req, res)
    const last = past.findIndex(({ id }) => `${id}` === stream.lastEventId)
    for (const { id, text } of past.slice(last + 1)) stream.send(text, { id })
    board.add(stream)
  })
}
