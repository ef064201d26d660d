import http from 'node:http'

const request = http.request('http://localhost:8080/scans', {
  method: 'POST',
  headers: {
    authorization: process.argv[2] ?? '',
    expect: '100-continue',
    'content-length': 3_000_000,
  },
})
let sent = 0
request.on('continue', () => {
  sent = 3_000_000
  request.end(Buffer.alloc(sent))
})
request.on('response', async (response) => {
  let text = ''
  for await (const chunk of response) text += chunk
  console.log(response.statusCode, text.trim(), `(${sent} bytes sent)`)
  request.destroy()
})
request.on('error', () => {})
request.flushHeaders()
