import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, Router, VelocyError } from '../lib/index.js'

const router = new Router({ bodyLimit: 64 * 1024 })

router.post('/hooks/payment', async (req) => {
  checkSignature(await req.bytes(), req.headers['x-signature'] ?? '')
  const { order } = /** @type {any} */ (await req.json())
  return { paid: order }
})

/** @param {Buffer} bytes @param {any} got */
function checkSignature(bytes, got) {
  const expected = createHmac('sha256', 'coffee').update(bytes).digest()
  const signature = Buffer.from(got, 'hex')
  if (signature.length === 32 && timingSafeEqual(signature, expected)) return
  const message = 'The signature does not fit the body'
  throw new VelocyError('ERR_SHOP_SIGNATURE', message, { status: 401 })
}

createServer(router).listen(8080, () => {
  console.log('Listening on http://localhost:8080')
})
