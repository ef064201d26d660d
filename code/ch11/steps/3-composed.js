import { compose } from '../lib/app/compose.js'

/** @type {import('../lib/index.js').Middleware} */
const timed = async (_req, _res, next) => {
  console.log('timed: before')
  await next()
  console.log('timed: after')
}

/** @type {(req: any) => unknown} */
const staffOnly = (req) => {
  console.log('staffOnly')
  if (!req.staff) return 'Unauthorized'
}

const members = async () => {
  console.log('members')
  return 'Aya, Ben'
}

const missing = () => 'Not Found'
/** @type {any} */
const handle = compose([timed, staffOnly], members, missing)
console.log('Answer:', await handle({ staff: true }, {}))
console.log('Answer:', await handle({ staff: false }, {}))
console.log(compose([], members, missing) === members)
