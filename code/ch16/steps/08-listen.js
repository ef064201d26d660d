import net from 'node:net'
import process from 'node:process'

// It takes an `@` for the zero byte, as the kernel's own list does.
const name = process.argv[2].replace('@', '\0')

const server = net.createServer()
server.on('error', (/** @type {NodeJS.ErrnoException} */ { code }) => {
  console.log('listen:', code)
})
server.listen(name, () => {
  console.log('listening, and gone')
  process.exit()
})
