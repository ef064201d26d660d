/** @type {(layers: any[], handler: any) => (req: any, res: any) => any} */
const around = (layers, handler) => (req, res) => {
  const run = (/** @type {number} */ index) => {
    if (index === layers.length) return handler(req, res)
    return layers[index](req, res, () => run(index + 1))
  }
  return run(0)
}

/** @type {(req: any, res: any, next: () => Promise<any>) => any} */
const timed = async (_req, _res, next) => {
  console.log('timed: before')
  await next()
  console.log('timed: after')
}

/** @type {(req: any, res: any, next: () => Promise<any>) => any} */
const staffOnly = (req, _res, next) => {
  console.log('staffOnly: before')
  if (req.staff) return next()
  return 'Unauthorized'
}

const members = async () => {
  console.log('members')
  return 'Aya, Ben'
}

const handle = around([timed, staffOnly], members)
console.log('Answer:', await handle({ staff: true }, {}))
console.log('Answer:', await handle({ staff: false }, {}))
