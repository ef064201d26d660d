export { health, leave } from './health.js'
export { currentRequest, identify, requestId } from './identify.js'
export { measureRequests } from './measure-requests.js'
export { Metrics } from './metrics.js'
