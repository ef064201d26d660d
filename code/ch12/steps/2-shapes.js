// node --allow-natives-syntax steps/2-shapes.js
import { Router } from '../lib/index.js'
import { show, timeOf } from './measure.js'

const natives = (/** @type {string} */ call) =>
  new Function('a', 'b', `return ${call}`)
const haveSameShape = natives('%HaveSameMap(a, b)')
const isFast = natives('%HasFastProperties(a)')

const router = new Router({ compileAfter: 1 })
router.get('/users/:id', () => {}).get('/teams/:id', () => {})
router.get('/users/:id/posts/:post', () => {}).get('/:post/of/:id', () => {})
const paramsOf = (/** @type {string} */ path) =>
  router.find('GET', path)?.params
paramsOf('/users/0')

const one = paramsOf('/users/1')
console.log('two users:', haveSameShape(one, paramsOf('/users/2')))
console.log('a user and a team:', haveSameShape(one, paramsOf('/teams/3')))
const both = paramsOf('/users/1/posts/2')
const other = paramsOf('/2/of/1')
console.log('id, post and post, id:', haveSameShape(both, other))

/** @param {string} id */
const withoutPrototype = (id) => Object.assign(Object.create(null), { id })
/** @param {string} id */
const literal = (id) => ({ __proto__: null, id })
const ids = Array.from({ length: 10_000 }, (_, i) => String(i))
console.log('ours is fast:', isFast(one))
console.log('Object.create(null) is fast:', isFast(withoutPrototype('1')))
console.log('{ __proto__: null } is fast:', isFast(literal('1')))
/** @param {(id: string) => any} make */
const read = (make) => timeOf(ids, (id) => make(id).id.length)
class Params {
  /** @param {string} id */
  constructor(id) {
    this.id = id
  }
}
Object.setPrototypeOf(Params.prototype, null)
show('made and read, Object.create(null)', read(withoutPrototype))
show('made and read, { __proto__: null, id }', read(literal))
show(
  'made and read, new Params(id)',
  read((id) => new Params(id)),
)
