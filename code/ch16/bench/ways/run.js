/**
 * The ways of workload C: a server that runs a program for each request, and
 * answers with what it writes. It runs on Node.js, Deno and Bun.
 *
 *     WAY=children SCHEDULE=random node run.js
 *
 * WAY is one of `direct`, `cluster`, `threads`, `children` and `channel`;
 * COMMAND is what to run; HELPERS says how many threads or processes.
 */
import http from 'node:http'
import process from 'node:process'
import { startChildren } from './children.js'
import { startCluster } from './cluster.js'
import { direct } from './direct.js'
import { startThreads } from './threads.js'

/** @import { IncomingMessage, ServerResponse } from 'node:http' */

/** @typedef {(res: ServerResponse) => void} Answer */

const { HOST = '127.0.0.1', PORT = '8080', WAY = 'direct' } = process.env

/** @param {Answer} answer */
function serve(answer) {
  const server = http.createServer((req, res) => {
    res.setHeader('content-type', 'text/plain; charset=utf-8')
    if (req.url === '/spawn') answer(res)
    else res.writeHead(404).end()
  })
  server.listen(Number(PORT), HOST)
}

/** @type {Record<string, () => Answer | undefined | Promise<Answer>>} */
const ways = {
  direct: () => direct,
  cluster: () => startCluster(direct),
  threads: startThreads,
  children: () => startChildren('message'),
  channel: () => startChildren('channel'),
}

const answer = await ways[WAY]()
if (answer) serve(answer)
