/** A process that starts programs for another one, which sends it a number. */
import net from 'node:net'
import process from 'node:process'
import { run } from './direct.js'
import { DATA, END, encode } from './frame.js'

const { SOCKET, OUTPUT, SERIALIZATION } = process.env
const connection = SOCKET ? net.connect(SOCKET.replace('@', '\0')) : undefined

/** @param {number} id */
function answer(id) {
  const stdout = run()
  if (connection) {
    stdout.on('data', (chunk) => connection.write(encode(id, DATA, chunk)))
    stdout.on('end', () => connection.write(encode(id, END, Buffer.alloc(0))))
  } else if (OUTPUT === 'string') {
    let text = ''
    stdout.setEncoding('utf8').on('data', (chunk) => {
      text += chunk
    })
    stdout.on('end', () => {
      process.send?.({ id, chunk: text })
      process.send?.({ id })
    })
  } else {
    if (SERIALIZATION !== 'advanced') stdout.setEncoding('utf8')
    stdout.on('data', (chunk) => process.send?.({ id, chunk }))
    stdout.on('end', () => process.send?.({ id }))
  }
}

process.on('message', (/** @type {{ id: number }} */ { id }) => answer(id))
process.on('disconnect', () => process.exit())
