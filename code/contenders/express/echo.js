import process from 'node:process'
import express from 'express'

const { HOST = '127.0.0.1', PORT = '8080' } = process.env
const app = express()
app.disable('x-powered-by')

app.post('/echo', express.json(), (req, res) => {
  const body = JSON.stringify(req.body)
  // res.json() would add a charset and an ETag, which no other contender sends.
  res.writeHead(200, {
    'content-type': 'application/json',
    connection: 'keep-alive',
    'keep-alive': 'timeout=5',
    'content-length': Buffer.byteLength(body),
  })
  res.end(body)
})

app.listen(Number(PORT), HOST)
