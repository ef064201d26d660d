import { Router } from 'velocy'
import type { Output, StandardSchema } from 'velocy/middleware'
import {
  array,
  integer,
  object,
  oneOf,
  optional,
  sessions,
  string,
  validate,
} from 'velocy/middleware'

const order = object({
  item: oneOf('mug', 'teapot'),
  quantity: integer(1, 99),
  notes: optional(array(string())),
})
const given: Output<typeof order> = { item: 'mug', quantity: 1, notes: [] }

// As another library has it.
declare const dates: StandardSchema<string, Date>

const router = new Router()
router.post('/', validate({ body: order, query: dates }), (req) => {
  const { item, quantity, notes } = req.valid.body
  const word: 'mug' | 'teapot' = item
  const count: number = quantity
  const first: string | undefined = notes?.[0]
  // @ts-expect-error: the schema has no price.
  const { price } = req.valid.body
  // @ts-expect-error: no form has been validated.
  const { form } = req.valid
  return [word, count, first, req.valid.query.getFullYear(), price, form]
})

// @ts-expect-error: nothing has been validated here.
router.post('/others', (req) => req.valid)

router.use(validate({ query: dates })).get('/', (req) => {
  return req.valid.query.getTime() + given.quantity
})

// On a developer's machine, there may be no DOMAIN.
sessions({ cookie: { name: 'id', domain: process.env.DOMAIN } })
