import { compile } from '../lib/router/compiled.js'
import { routeOf } from './routes.js'

const [asked, ...routes] = process.argv.slice(2)
const [method, path] = asked.split(' ')
const code = compile(routes.map(routeOf), false)
const match = code?.find(method, path, path)
if (match) console.log(String(match.route), { ...match.params })
else console.log(code?.knows?.(path) ? 'another method' : 'nothing')
