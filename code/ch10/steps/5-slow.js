import { createServer, Router } from '../lib/index.js'

const router = new Router({ bodyTimeout: 500 })

router.post('/hooks/payment', async (req, res) => {
  const bytes = await req.bytes()
  res.text(`${bytes.length} bytes\n`)
})

router.post('/scans', { bodyTimeout: 5_000 }, async (req, res) => {
  const bytes = await req.bytes()
  res.text(`${bytes.length} bytes\n`)
})

createServer(router).listen(8080, () => {
  console.log('Listening on http://localhost:8080')
})
