import { createServer, Router } from '../lib/index.js'
import { setCookie } from '../lib/middleware/cookies.js'

const { PORT = '8080' } = process.env
const shop = `http://localhost:${PORT}`
const router = new Router()

router.get('/', (_req, res) => {
  setCookie(res, 'sid', '7')
  res.setHeader('content-type', 'text/html')
  return `<form method="post" action="${shop}/"><button>Win a mug!</button>`
})

router.post('/', ({ headers: { origin, cookie, ...fields } }) => ({
  site: fields['sec-fetch-site'],
  origin,
  cookie,
}))

for (const port of [Number(PORT), Number(PORT) + 1]) {
  createServer(router).listen(port)
}
console.log(`Listening on ${shop}`)
