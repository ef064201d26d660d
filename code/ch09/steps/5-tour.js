import { createServer, Router } from 'velocy'

const { PORT = 8080 } = process.env
const visits = new Map()
const router = new Router()

router.get('/hello/:name', (req, res) => {
  const { name } = req.params
  visits.set(name, (visits.get(name) ?? 0) + 1)
  res.json({ name, visits: visits.get(name), from: req.query.from })
})
router.get('/hello/world', (_req, res) => res.text('Hello, world!'))
router.get('/files/*path', (req, res) => res.text(`${req.params.path}, please`))

const server = createServer(router).listen(Number(PORT), async () => {
  for (const path of [
    '/hello/world',
    '/hello/jo%C3%A3o?from=Recife',
    '/files/2026/report.pdf',
    '/nowhere',
  ]) {
    const response = await fetch(`http://localhost:${PORT}${path}`)
    console.log(response.status, await response.text())
  }
  server.close()
})
