import { Router } from '../lib/index.js'

const name = '__proto__'
/** @type {Record<string, string>} */
const plain = {}
plain[name] = 'x'
console.log(JSON.stringify(plain))

const router = new Router().get(`/:${name}`, () => {})
console.log(JSON.stringify(router.find('GET', '/x')?.params))
