import { createHmac } from 'node:crypto'
import { createServer, Router, readBody } from '../lib/index.js'

/** @import { Request } from '../lib/index.js' */

const router = new Router()

router.post('/hooks/payment', async (req, res) => {
  await checkSignature(req)
  const body = await readBody(req)
  const { order } = JSON.parse(body.toString())
  res.text(`Order ${order} is paid\n`)
})

/** @param {Request} req */
async function checkSignature(req) {
  const bytes = await readBody(req)
  const expected = createHmac('sha256', 'coffee').update(bytes)
  if (req.headers['x-signature'] !== expected.digest('hex')) {
    throw new Error('The signature does not fit the body')
  }
}

createServer(router).listen(8080, () => {
  console.log('Listening on http://localhost:8080')
})
