import { createServer, Router } from '../lib/index.js'

const router = new Router({ bodyLimit: 5_000_000 })

router.post('/scans', async (req, res) => {
  if (req.headers.authorization !== 'Bearer marta') {
    res.setHeader('www-authenticate', 'Bearer')
    return res.text('Who are you?\n', 401)
  }
  const bytes = await req.bytes()
  res.text(`Got ${bytes.length} bytes\n`)
})

createServer(router).listen(8080, () => {
  console.log('Listening on http://localhost:8080')
})
