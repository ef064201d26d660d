/**
 * What open downloads take of a server when their clients have stopped reading,
 * and which files stay open when they have left.
 *
 *     CONTENDERS=… node downloads.js velocy|pipe|express|sirv
 *
 * With DURATION=2 there are 10,000 of them, if the system lets a process have as
 * many files. They come over a Unix domain socket, for which the system itself
 * buffers less.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  createReadStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import http from 'node:http'
import { createRequire } from 'node:module'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer, Router } from '../lib/index.js'
import { files } from '../lib/middleware/files.js'

const { DURATION = '2', CONTENDERS = '../../contenders' } = process.env
const SIZE = 8 * 1024 * 1024
const [way, role, place = '', wanted = '0'] = process.argv.slice(2)
const socketPath = path.join(place, 'socket')
const folder = path.join(place, 'static')

/** @param {string} name @returns {any} */
const load = (name) =>
  createRequire(path.resolve(CONTENDERS, 'files/package.json'))(name)

/** @type {Record<string, () => any>} */
const SERVERS = {
  velocy: () => createServer(new Router().get('/static/*', files(folder))),
  pipe: () =>
    http.createServer((_req, res) => {
      res.setHeader('content-length', SIZE)
      createReadStream(path.join(folder, 'dawn.bin')).pipe(res)
    }),
  express: () => {
    const express = load('express')
    return http.createServer(express().use(express.static(place)))
  },
  sirv: () => http.createServer(load('sirv')(place)),
}

/** What the server tells when it is asked. */
const state = () => ({
  memory: process.memoryUsage.rss(),
  files: readdirSync('/dev/fd').length,
})

async function serve() {
  const server = SERVERS[way]()
  server.listen(socketPath)
  await once(server, 'listening')
  process.on('message', () => process.send?.(state()))
  process.send?.(state())
}

async function ask() {
  const socket = net.connect(socketPath).pause()
  socket.write('GET /static/dawn.bin HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(socket, 'connect')
}

async function visit() {
  for (let count = 0; count < Number(wanted); ) {
    try {
      await ask()
      count++
    } catch (/** @type {any} */ error) {
      // The server is busy with those who came before.
      if (error.code !== 'EAGAIN') throw error
      await sleep(10)
    }
  }
  process.send?.('all are there')
}

/** Runs something with as many files as the system allows. */
const RAISED = 'ulimit -n 32768 2>/dev/null; exec "$0" "$@"'

/** @param {string[]} args */
const start = (...args) =>
  spawn('sh', ['-c', RAISED, process.execPath, import.meta.filename, ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<any>} */
const messageOf = async (child) => (await once(child, 'message'))[0]

async function measure() {
  const limit = spawnSync('sh', ['-c', RAISED, 'sh', '-c', 'ulimit -n'])
  const most = Math.floor((Number(limit.stdout) - 200) / 2)
  const count = Math.min(Math.round(5000 * Number(DURATION)), most)
  const home = mkdtempSync(path.join(tmpdir(), 'velocy-downloads-'))
  mkdirSync(path.join(home, 'static'))
  writeFileSync(path.join(home, 'static/dawn.bin'), Buffer.alloc(SIZE))
  const server = start(way, 'serve', home)
  try {
    const before = await messageOf(server)
    const clients = start(way, 'visit', home, String(count))
    await messageOf(clients)
    await sleep(2000)
    server.send('how much?')
    const during = await messageOf(server)
    clients.kill()
    await sleep(2000)
    server.send('what is left?')
    const after = await messageOf(server)
    const figures = {
      'memory.download': Math.round((during.memory - before.memory) / count),
      'memory.loaded': during.memory,
      'count.downloads': count,
      'count.left': after.files - before.files,
    }
    console.log(JSON.stringify(figures))
  } finally {
    server.kill()
    rmSync(home, { recursive: true })
  }
}

if (role === 'serve') await serve()
else if (role === 'visit') await visit()
else await measure()
