/** Sends each text back, or with WAY=broadcast to everybody. */
import { createRequire } from 'node:module'
import process from 'node:process'

const { HOST = '127.0.0.1', PORT = '8080', WAY = 'echo' } = process.env
const { arch, platform, versions } = process
const uws = createRequire(import.meta.url)(
  `@trufflesuite/uws-js-unofficial/binaries/uws_${platform}_${arch}_${versions.modules}.node`,
)

const app = uws.App()
app
  .ws('/ws', {
    open(socket) {
      if (WAY === 'broadcast') socket.subscribe('everybody')
    },
    message(socket, message) {
      const text = Buffer.from(message).toString()
      if (WAY === 'echo') socket.send(text)
      else app.publish('everybody', text)
    },
  })
  .listen(HOST, Number(PORT), (socket) => {
    if (!socket) throw new Error(`Cannot listen on ${HOST}:${PORT}`)
  })
