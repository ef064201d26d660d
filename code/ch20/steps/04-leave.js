import { server } from './03-board.js'

process.once('SIGTERM', () => server.close())
