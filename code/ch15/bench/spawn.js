/**
 * A process per request, started by the event loop, or with WORKERS threads
 * that are asked in turn. Runs in Node.js, Deno and Bun.
 *
 *     HOW=direct|threads PORT=8080 WORKERS=2 node spawn.js
 */
import { spawn } from 'node:child_process'
import http from 'node:http'
import process from 'node:process'
import {
  isMainThread,
  parentPort,
  Worker,
  workerData,
} from 'node:worker_threads'

/** @returns {Promise<string>} what `echo hi` has said */
function echo() {
  return new Promise((resolve, reject) => {
    const child = spawn('echo', ['hi'])
    let output = ''
    child.stdout.setEncoding('utf8')
    child.stdout.on('data', (text) => {
      output += text
    })
    child.once('error', reject)
    child.once('close', () => resolve(output))
  })
}

/** @param {number} count @returns {() => Promise<string>} */
function askThreads(count) {
  /** @type {Map<number, (output: string) => void>} */
  const asked = new Map()
  let number = 0
  const workers = Array.from({ length: count }, () => {
    const worker = new Worker(new URL(import.meta.url), { workerData: 'echo' })
    worker.on('message', ({ id, output }) => {
      asked.get(id)?.(output)
      asked.delete(id)
    })
    return worker
  })
  return () =>
    new Promise((resolve) => {
      const id = number++
      asked.set(id, resolve)
      workers[id % count].postMessage(id)
    })
}

if (isMainThread) {
  const { HOST, PORT = '8080', WORKERS = '1', HOW = 'direct' } = process.env
  const ask = HOW === 'threads' ? askThreads(Number(WORKERS)) : echo
  const server = http.createServer(async (_req, res) => {
    const output = await ask()
    res.setHeader('content-type', 'text/plain')
    res.setHeader('content-length', output.length)
    res.end(output)
  })
  server.listen(Number(PORT), HOST)
  process.on('SIGTERM', () => process.exit())
} else if (workerData === 'echo') {
  parentPort?.on('message', async (id) => {
    parentPort?.postMessage({ id, output: await echo() })
  })
}
