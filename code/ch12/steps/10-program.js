import { Router } from '../lib/index.js'
import { write } from '../lib/router/compiled.js'

const router = new Router()
const routes = process.argv.slice(2).map((path) => {
  router.get(path, () => {})
  const { route } = router.find('GET', path.replace(/[:*]/g, '')) ?? {}
  if (!route) throw new Error(`${path} does not find itself`)
  return route
})
let depth = 0
for (const line of write(routes, false).source.split('\n')) {
  const text = line.trim()
  if (text.startsWith('}')) depth--
  console.log('  '.repeat(depth) + text)
  depth += Number(text.endsWith('{'))
}
