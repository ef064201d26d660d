export { currentRequest, identify, requestId } from './identify.js'
