import { write } from '../lib/router/compiled.js'
import { routeOf } from './routes.js'

const { source } = write(process.argv.slice(2).map(routeOf), false)
let depth = 0
for (const text of source.split('\n')) {
  const line = text.trim()
  if (line.startsWith('}')) depth--
  console.log('  '.repeat(depth) + line)
  if (line.endsWith('{')) depth++
}
