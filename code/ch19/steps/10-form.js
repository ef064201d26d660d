import { createServer, Router } from '../lib/index.js'

const PAGE = `<!doctype html>
<form action="/songs" method="post" enctype="multipart/form-data">
  Bird <input name="bird"> Song <input name="song" type="file">
  <button>Send</button>
</form>`

const router = new Router()
router.get('/', (_req, res) => {
  res.setHeader('content-type', 'text/html; charset=utf-8')
  return PAGE
})
router.post('/songs', (req) => req.text())

createServer(router).listen(8080, () => {
  console.log('Listening on http://localhost:8080')
})
