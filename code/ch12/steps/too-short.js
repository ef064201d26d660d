// node --trace-deopt steps/too-short.js
import { compile } from '../lib/router/compiled.js'
import { routeOf } from './routes.js'

const paths = ['/users/:id/posts', '/u/:id', '/articles-of-a-day/:day']
const code = compile(
  paths.map((path) => routeOf(`GET ${path}`)),
  false,
)
/** @param {string} path */
const ask = (path) => code?.find('GET', path, path)

for (let i = 0; i < 1_000_000; i++) {
  for (const path of paths) ask(path)
}
console.log('Paths that end too early:')
for (let i = 0; i < 1000; i++) {
  for (const path of paths) {
    for (let end = 0; end < path.length; end++) ask(path.slice(0, end))
  }
}
