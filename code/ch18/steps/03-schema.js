import { integer, object, oneOf } from '../lib/middleware/schema.js'

const order = object({
  item: oneOf('mug', 'teapot'),
  quantity: integer(1, 99),
})
const { validate } = order['~standard']
console.log(JSON.stringify(validate({ item: 'mug', quantity: 2 })))
console.log(
  JSON.stringify(validate({ item: 'mug', quantity: -3, price: 0.01 })),
)
console.log(JSON.stringify(validate(['mug', 2])))
