import { parseQuery } from '../lib/http/query.js'

console.log(JSON.stringify(parseQuery('a=1+1&a=2%2B2&b&c=%2525')))
