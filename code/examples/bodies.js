import { Router, VelocyError } from 'velocy'
import { inject } from 'velocy/testing'

const router = new Router()
router.post('/orders', { bodyLimit: 1024 }, async (req, res) => {
  const { cups } = /** @type {{ cups?: number }} */ (await req.json())
  if (!cups) throw new VelocyError('ERR_NO_CUPS', 'No cups', { status: 422 })
  return res.json({ cups }, 201)
})

/** @param {unknown} json */
const order = (json) =>
  inject(router, { method: 'POST', path: '/orders', json })

const taken = await order({ cups: 2 })
console.log(taken.status, await taken.json()) // 201 { cups: 2 }

const refused = await order({})
console.log(refused.status, await refused.text()) // 422 Unprocessable Entity

const large = await order({ note: 'x'.repeat(2000) })
console.log(large.status) // 413
