import net from 'node:net'

const [port, path] = process.argv.slice(2)
const socket = net.connect(Number(port), 'localhost')
socket.on('data', (bytes) => {
  // Two answers may come in one chunk, the second where a body has ended.
  for (const [line] of String(bytes).matchAll(/HTTP\/.*/g)) console.log(line)
})
socket.on('error', (error) => console.log(error.message))
socket.on('close', () => console.log('The connection is closed'))

// A body of 4 MiB, whose length we keep to ourselves, and the next request.
const chunk = `10000\r\n${'x'.repeat(65536)}\r\n`
socket.write(
  `POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`,
)
for (let i = 0; i < 64; i++) socket.write(chunk)
socket.write('0\r\n\r\n')
socket.write('GET /hey HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
