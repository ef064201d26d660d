import { createServer, Router, VelocyError } from '../lib/index.js'

const full = () => {
  throw new VelocyError('ERR_GYM_FULL', 'No place left', { status: 409 })
}
const broken = () => {
  throw new Error('The list is on fire')
}

const api = new Router({ problems: true })
api.post('/bookings', full)

const pages = new Router({
  onError: (_error, _req, res) => {
    if (res.statusCode === 404) return '<h1>No such page</h1>\n'
  },
})
pages.get('/list', broken)

const router = new Router({
  onError: (/** @type {any} */ error, req, res) => {
    console.log(`${req.path}: ${res.statusCode} ${error.message}`)
  },
})
router.mount('/api', api).mount('/pages', pages)

createServer(router).listen(8080, () => {
  console.log('Listening on http://localhost:8080')
})
