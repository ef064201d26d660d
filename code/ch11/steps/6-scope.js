import { Scope } from '../lib/app/scope.js'

const timed = async (_req, _res, next) => {
  console.log('timed: before')
  await next()
  console.log('timed: after')
}

const router = {
  rules: { layers: [timed], limits: { bodyLimit: 2000 } },
  answerMiss: () => 'Not Found',
}
const scope = new Scope(router, '', null)
scope.update()

const members = () => 'Aya, Ben'
const run = scope.compose({ layers: [], handler: members })
console.log(await run({}, {}))
console.log(await scope.run({}, {}))
console.log(scope.limits)
