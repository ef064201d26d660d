import { createServer, Router } from '../lib/index.js'

const phones = new Set()

const router = new Router()
router.get('/board', (_req, res) => {
  res.setHeader('content-type', 'text/event-stream')
  res.write('data: The 18:10 is on time\n\n')
  phones.add(res)
})
router.post('/board', async (req) => {
  const text = await req.text()
  for (const res of phones) res.write(`data: ${text}\n\n`)
  return `phones: ${phones.size}\n`
})

createServer(router).listen(8080, () => {
  console.log('Listening on http://localhost:8080')
})
