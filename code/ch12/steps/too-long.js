import { write } from '../lib/router/compiled.js'
import { routeOf } from './routes.js'

const count = Number(process.argv[2])
const routes = Array.from({ length: count }, (_, i) =>
  routeOf(`GET /things-${i}/:id`),
)
const { source } = write(routes, false)
const parts = source.match(/^const part.*/gm) ?? []
console.log(`${count} routes: ${source.length} characters`)
console.log(`beside find, there are ${parts.length} functions`)
