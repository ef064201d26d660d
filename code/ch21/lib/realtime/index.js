export { acceptWebSocket } from './accept-web-socket.js'
export { events } from './events.js'
export { Room } from './room.js'

/** @typedef {ReturnType<typeof import('./events.js').events>} EventStream */
/** @typedef {import('./web-socket.js').WebSocket} WebSocket */
