import { RouteTable } from '../lib/router/table.js'

const staffOnly = () => {}
const checkDates = () => {}
const save = () => 'saved'

const table = new RouteTable()
table.post('/bookings', { bodyLimit: 2000 }, staffOnly, checkDates, save)

const { route } = /** @type {any} */ (table.find('POST', '/bookings'))
console.log(
  route.layers.map((/** @type {Function} */ { name }) => name),
  route.handler.name,
)
console.log(route.limits.bodyLimit, route.run === save)

try {
  table.post('/members', staffOnly, { bodyLimit: 2000 }, save)
} catch (error) {
  console.log(/** @type {Error} */ (error).message)
}
