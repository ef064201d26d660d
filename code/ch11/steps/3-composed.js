/** @type {(layer: any, inner: any) => (req: any, res: any) => any} */
const stepAround = (layer, inner) => async (req, res) => {
  let result
  const next = () => {
    result = inner(req, res)
    return result
  }
  return (await layer(req, res, next)) ?? result
}

/** @type {(layers: any[], handler: any) => (req: any, res: any) => any} */
const compose = (layers, handler) =>
  layers.reduceRight((inner, layer) => stepAround(layer, inner), handler)

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

const handle = compose([timed, staffOnly], members)
console.log('Answer:', await handle({ staff: true }, {}))
console.log('Answer:', await handle({ staff: false }, {}))
console.log(compose([], members) === members)
