import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import process from 'node:process'
import express from 'express'

const { HOST = '127.0.0.1', PORT = '8080', TLS_CERT, TLS_KEY } = process.env
const tls = { cert: readFileSync(TLS_CERT), key: readFileSync(TLS_KEY) }
const app = express()
app.disable('x-powered-by')

app.get('/bench/:name', (req, res) => {
  const body = JSON.stringify({ name: req.params.name, id: req.query.id })
  res.writeHead(200, {
    'x-powered-by': 'benchmark',
    'content-type': 'application/json',
    connection: 'keep-alive',
    'keep-alive': 'timeout=5',
    'content-length': Buffer.byteLength(body),
  })
  res.end(body)
})

createServer(tls, app).listen(Number(PORT), HOST)
