import { createServer, Router } from '../lib/index.js'

const { PORT = '8080' } = process.env
const counts = new Map()
const router = new Router()

router.use((req) => {
  counts.set(req.path, (counts.get(req.path) ?? 0) + 1)
})
router.get('/stars/:name', (req) => `${req.params.name} is up\n`)
router.get('/metrics', () =>
  [...counts]
    .map(([path, count]) => `requests_total{path="${path}"} ${count}\n`)
    .join(''),
)

createServer(router).listen(Number(PORT), '127.0.0.1', () => {
  console.log(`Listening on http://localhost:${PORT}`)
})
