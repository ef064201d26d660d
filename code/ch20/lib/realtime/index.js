export { events } from './events.js'
