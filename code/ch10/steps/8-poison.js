const body = '{"order": 41, "__proto__": {"isPaid": true}}'
const sent = JSON.parse(body)
console.log(sent.isPaid, Object.keys(sent))

const order = Object.assign({ bags: 2 }, sent)
console.log(order.isPaid, Object.keys(order))
