export { health, leave } from './health.js'
export {
  currentRequest,
  currentTrace,
  identify,
  parseTraceparent,
  requestId,
  traceHeaders,
} from './identify.js'
export { measureRequests } from './measure-requests.js'
export { Metrics } from './metrics.js'
