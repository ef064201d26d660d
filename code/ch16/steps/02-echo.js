import { spawn } from 'node:child_process'
import http from 'node:http'

const { PORT = '8080' } = process.env

const server = http.createServer((_req, res) => {
  const child = spawn('echo', ['hi'])
  child.stdout.pipe(res)
})
server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`Listening on http://localhost:${PORT}`)
})
