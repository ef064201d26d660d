import { pbkdf2Sync } from 'node:crypto'
import http from 'node:http'
import process from 'node:process'

/** Some milliseconds of work, as if we looked for the way to an island. */
function search() {
  return pbkdf2Sync('Piraeus', 'Naxos', 20_000, 8, 'sha256').toString('hex')
}

const server = http.createServer((_req, res) => res.end(`${search()}\n`))
server.listen(Number(process.env.PORT ?? 8080), () => {
  console.log('Listening on http://localhost:8080')
  process.send?.(server.address())
})

let before = process.cpuUsage()
process.on('message', () => {
  process.send?.(process.cpuUsage(before))
  before = process.cpuUsage()
})
