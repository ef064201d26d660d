import { write } from '../lib/router/compiled.js'
import { routeOf } from './routes.js'

const count = Number(process.argv[2])
const routes = Array.from({ length: count }, (_, i) =>
  routeOf(`GET /things-${i}/:id`),
)
const { source } = write(routes, false)
const functions = source.replace(/^const c.*\n/gm, '').split(/^function /m)
const lengths = functions.map(({ length }) => length)
console.log(`${count} routes: ${functions.length - 1} functions`)
console.log(`The longest has ${Math.max(...lengths)} characters.`)
