import process from 'node:process'
import express from 'express'

const {
  HOST = '127.0.0.1',
  PORT = '8080',
  CONNECTION = 'keep-alive',
} = process.env
const app = express()
app.disable('x-powered-by')

app.get('/bench/:name', (req, res) => {
  const body = JSON.stringify({ name: req.params.name, id: req.query.id })
  // res.set() and res.json() would add a charset and an ETag, which no other
  // contender sends.
  res.writeHead(200, {
    'x-powered-by': 'benchmark',
    'content-type': 'application/json',
    connection: CONNECTION,
    'keep-alive': 'timeout=5',
    'content-length': Buffer.byteLength(body),
  })
  res.end(body)
})

app.listen(Number(PORT), HOST)
