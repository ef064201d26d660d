import { Scope } from '../lib/app/scope.js'

/** @type {import('../lib/index.js').Middleware} */
const timed = async (_req, _res, next) => {
  console.log('timed: before')
  await next()
  console.log('timed: after')
}

/** @type {any} */
const router = {
  rules: { layers: [timed], limits: { bodyLimit: 2000 } },
  answerMiss: () => 'Not Found',
}
const scope = new Scope(router, '', null)
scope.update()

/** @type {any} */
const none = {}
const members = () => 'Aya, Ben'
const run = scope.compose(/** @type {any} */ ({ layers: [], handler: members }))
console.log(await run(none, none))
console.log(await scope.run(none, none))
console.log(scope.limits)
