import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { test } from 'node:test'

test('http.request with a blockList stays away from it, whatever the name', async (t) => {
  const server = http.createServer((_req, res) => res.end('inside'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = /** @type {net.AddressInfo} */ (server.address())
  const blockList = new net.BlockList()
  blockList.addSubnet('127.0.0.0', 8, 'ipv4')
  blockList.addAddress('::1', 'ipv6')
  for (const host of ['localhost', '127.0.0.1', '0x7f.1', '::ffff:7f00:1']) {
    const options = /** @type {any} */ ({ host, port, blockList, agent: false })
    const [error] = await once(http.get(options), 'error')
    assert.equal(error.code, 'ERR_IP_BLOCKED', host)
  }
  // fetch has no such option, and ignores what it doesn't know.
  const options = /** @type {any} */ ({ blockList })
  const answer = await fetch(`http://127.0.0.1:${port}/`, options)
  assert.equal(await answer.text(), 'inside')
})
