import http from 'node:http'

const [origin] = process.argv.slice(2)
const headers = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  ...(origin && { origin, cookie: 'crew=tomas' }),
}

/** @param {http.IncomingMessage} res */
function show({ statusCode, headers }) {
  console.log(statusCode, headers['sec-websocket-accept'] ?? '')
  process.exit()
}

http
  .get('http://localhost:8080/radio', { headers })
  .on('upgrade', show)
  .on('response', show)
