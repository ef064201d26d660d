import { RouteTable } from '../lib/router/table.js'

const table = new RouteTable()
table.get('/orders/:id', () => {})
table.post('/orders', () => {})

for (const line of ['GET /orders/41', 'POST /orders', 'DELETE /orders/41']) {
  const [method, path] = line.split(' ')
  const found = table.find(method, path)
  console.log(line, '->', found ? `${found.route}` : table.allowed(path))
}
