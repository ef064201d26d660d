import http from 'node:http'

// `81:hi` is a frame with a text, `81=c3` one with bytes.
const frames = process.argv.slice(2).map((said) => {
  const [, first, sign, rest] = /^(..)([:=])(.*)/.exec(said) ?? []
  const payload = Buffer.from(rest, sign === '=' ? 'hex' : 'utf8')
  const head = [Number.parseInt(first, 16), 0x80 | payload.length, 0, 0, 0, 0]
  return Buffer.concat([Buffer.from(head), payload])
})

const headers = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
}
const request = http.get('http://localhost:8080/radio', { headers })
request.on('upgrade', (_res, socket) => {
  socket.on('data', (/** @type {Buffer} */ bytes) => {
    for (let at = 0; at < bytes.length; at += 2 + bytes[at + 1]) {
      const payload = bytes.subarray(at + 2, at + 2 + bytes[at + 1])
      const isClose = bytes[at] === 0x88
      const text = payload.toString('utf8', isClose ? 2 : 0)
      const code = isClose ? [payload.readUInt16BE()] : []
      console.log(bytes[at].toString(16), ...code, text)
    }
  })
  for (const frame of frames) socket.write(frame)
  setTimeout(() => socket.destroy(), 2000).unref()
})
