// node --allow-natives-syntax steps/2-shapes.js
import { Router } from '../lib/index.js'

/** @param {string} call of one of V8's own functions, which need the flag */
const native = (call) => new Function('a', 'b', `return ${call}`)
const haveSameShape = native('%HaveSameMap(a, b)')
const isFast = native('%HasFastProperties(a)')

const router = new Router()
router.get('/users/:id', () => {}).get('/teams/:id', () => {})
router.get('/users/:id/posts/:post', () => {}).get('/:post/of/:id', () => {})
/** @param {string} path */
const paramsOf = (path) => router.find('GET', path)?.params
paramsOf('/users/0')

const user = paramsOf('/users/1')
console.log('two users:', haveSameShape(user, paramsOf('/users/2')))
console.log('a user and a team:', haveSameShape(user, paramsOf('/teams/3')))
const [post, other] = [paramsOf('/users/1/posts/2'), paramsOf('/2/of/1')]
console.log('id, post and post, id:', haveSameShape(post, other))

const created = Object.assign(Object.create(null), { id: '1' })
const literal = { __proto__: null, id: '1' }
console.log('has a shape to share, ours:', isFast(user))
console.log('Object.create(null):', isFast(created))
console.log('{ __proto__: null }:', isFast(literal))
