export { acceptWebSocket } from './accept-web-socket.js'
export { events } from './events.js'
export { Room } from './room.js'
