import { createServer, Router } from '../lib/index.js'
import { events } from '../lib/realtime/events.js'

/** @type {Set<ReturnType<typeof events>>} */
const phones = new Set()
/** @type {{ id: number, text: string }[]} */
const past = []

const router = new Router()
router.get('/board', (req, res) => {
  const stream = events(req, res)
  const last = past.findIndex(({ id }) => `${id}` === stream.lastEventId)
  for (const { id, text } of past.slice(last + 1)) stream.send(text, { id })
  phones.add(stream)
  stream.closed.then(() => phones.delete(stream))
})
router.post('/board', async (req) => {
  const text = await req.text()
  const id = (past.at(-1)?.id ?? 0) + 1
  past.push({ id, text })
  if (past.length > 100) past.shift()
  for (const stream of phones) stream.send(text, { id })
  return `phones: ${phones.size}\n`
})
router.delete('/board', () => {
  for (const stream of phones) stream.close()
  return 'Everyone has lost reception\n'
})

export const server = createServer(router).listen(8080, () => {
  console.log('Listening on http://localhost:8080')
})
