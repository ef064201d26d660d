import { createServer, Router } from '../lib/index.js'

const router = new Router()

router.post('/text', async (req, res) => res.text(`${await req.text()}\n`))
router.post('/form', async (req, res) => res.json(await req.form()))

createServer(router).listen(8080, () => {
  console.log('Listening on http://localhost:8080')
})
