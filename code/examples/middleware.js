import { Router } from 'velocy'
import { integer, object, rateLimit, validate } from 'velocy/middleware'
import { inject } from 'velocy/testing'

const router = new Router().use(rateLimit({ limit: 2, window: 60_000 }))
const order = object({ cups: integer(1, 99) })
router.post('/orders', validate({ body: order }), (req) => {
  return { cups: req.valid.body.cups }
})

/** @param {unknown} json */
const send = (json) => inject(router, { method: 'POST', path: '/orders', json })

const taken = await send({ cups: 2 })
console.log(taken.status, await taken.json()) // 200 { cups: 2 }

const refused = await send({ cups: 100 })
const problem = /** @type {any} */ (await refused.json())
console.log(problem.status, problem.errors[0].path) // 422 /cups

const third = await send({ cups: 2 })
console.log(third.status) // 429
