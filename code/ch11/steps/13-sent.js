import { createServer, Router } from '../lib/index.js'

async function* members() {
  for (const name of ['Aya', 'Ben']) {
    console.log(`sending ${name}`)
    yield `${name}\n`
  }
}

const router = new Router({
  onSent(req, res) {
    const where = req.route?.path ?? 'no route'
    const how = res.writableFinished ? 'sent' : 'lost'
    console.log(`${where}: ${res.statusCode}, ${how}`)
  },
})
router.get('/export', members)
router.get('/never/:id', () => {})

createServer(router).listen(8080, () => {
  console.log('Listening on http://localhost:8080')
})
