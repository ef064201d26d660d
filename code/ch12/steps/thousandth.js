import { Router } from '../lib/index.js'

const original = globalThis.Function
globalThis.Function = new Proxy(original, {
  construct(target, texts) {
    console.log(`  a program of ${texts.length - 1} parameters is made`)
    return Reflect.construct(target, texts)
  },
})

const router = new Router().get('/users/:id', () => {})
/** @param {number} count */
function lookUp(count) {
  console.log(`looked up: ${count}`)
  for (let i = 0; i < count; i++) router.find('GET', `/users/${i}`)
}
lookUp(999)
lookUp(1)
lookUp(5000)
router.get('/teams/:id', () => {})
console.log('added: /teams/:id')
lookUp(999)
lookUp(1)
