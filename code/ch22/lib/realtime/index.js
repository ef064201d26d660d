export { events } from './events.js'
export { acceptWebSocket } from './handshake.js'
export { Room } from './room.js'

/** @typedef {ReturnType<typeof import('./events.js').events>} EventStream */
/** @typedef {import('./web-socket.js').WebSocket} WebSocket */
