import { RouteTable } from '../lib/router/table.js'

const table = new RouteTable()
table.all('/notes', function anything() {})
table.get('/notes', function read() {})
table.post('/notes', function save() {})

for (const method of ['GET', 'HEAD', 'POST', 'DELETE']) {
  console.log(method, table.find(method, '/notes')?.handler.name)
}
console.log(table.find('GET', '/nowhere'), table.allowed('/notes'))
console.log(`${table}`)

try {
  table.get('/notes', function again() {})
} catch (error) {
  const { code, message } = /** @type {any} */ (error)
  console.log(`${code}\n${message}`)
}
