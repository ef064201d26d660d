#!/usr/bin/env node
/**
 * Sends requests that two servers could read in two ways through HAProxy and
 * nginx to a server behind them, each followed by innocent requests of another
 * client on the same connection between the two: none of these may be answered
 * with what belongs to another.
 *
 *     node tools/conformance/http/proxies.js --server velocy-net
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { rows } from '../../../packages/http1-conformance/cases/index.js'
import { exchange } from '../../../packages/http1-conformance/exchange.js'
import { startServer } from '../../bench/server.js'
import { readArguments } from '../../lib/arguments.js'
import { freePort } from '../../processes/free-port.js'
import { onPath, versionOf } from '../../processes/toolchain.js'
import { counted, publish } from './publish.js'
import { prepare, servers, start } from './servers.js'

/** @import { Outcome } from '../../../packages/http1-conformance/exchange.js' */
/** @import { Row } from '../../../packages/http1-conformance/cases/index.js' */
/** @import { Server } from './servers.js' */

const help = `Usage: node tools/conformance/http/proxies.js [options]

  --server a,b   behind the proxies (velocy-net,node-http)
  --proxy a,b    only these
  --verbose      say what each case came to
  --publish      write results/ch13-proxies.json
  -h, --help

HAProxy and nginx: apt-get install haproxy nginx. One that is missing is
skipped. Exit status 1: an innocent request got another's answer.`

const { values: options } = readArguments(help, {
  options: {
    server: { type: 'string', default: 'velocy-net,node-http' },
    proxy: { type: 'string' },
    verbose: { type: 'boolean' },
    publish: { type: 'boolean' },
  },
})

/** How long a proxy may be silent, in ms. */
const PATIENCE = 400

/**
 * @typedef {object} Proxy
 * @property {string} id
 * @property {string} name
 * @property {string} program
 * @property {(place: { port: number, backend: number, folder: string }) =>
 *   string} configure
 * @property {(program: string, folder: string, file: string) => string[]} run
 */

/** @param {string} more @returns {Proxy['configure']} */
const haproxy =
  (more) =>
  ({ port, backend }) =>
    `
global
  maxconn 500
defaults
  mode http
  timeout connect 2s
  timeout client 3s
  timeout server 3s
  timeout http-request 2s
  http-reuse always
  retries 0
  ${more}
frontend front
  bind 127.0.0.1:${port}
  default_backend back
backend back
  server one 127.0.0.1:${backend} maxconn 1
`

/** @param {string} more @returns {Proxy['configure']} */
const nginx =
  (more) =>
  ({ port, backend, folder }) =>
    `
daemon off;
user root;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log crit;
events { worker_connections 512; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  ${more}
  upstream back { server 127.0.0.1:${backend}; keepalive 1; }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 10m;
    location / {
      proxy_pass http://back;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
    }
  }
}
`

/** @type {Proxy['run']} */
const runHaproxy = (program, _folder, file) => [program, '-db', '-f', file]
/** @type {Proxy['run']} */
const runNginx = (program, folder, file) => [
  program,
  '-p',
  folder,
  '-c',
  file,
  '-e',
  path.join(folder, 'error.log'),
]

/** @type {Proxy[]} */
const proxies = [
  {
    id: 'haproxy',
    name: 'HAProxy',
    program: 'haproxy',
    configure: haproxy(''),
    run: runHaproxy,
  },
  {
    id: 'haproxy-lax',
    name: 'HAProxy, lax',
    program: 'haproxy',
    // It passes on what it would refuse: as bad as a proxy may be set up.
    configure: haproxy('option accept-invalid-http-request'),
    run: runHaproxy,
  },
  {
    id: 'nginx',
    name: 'nginx',
    program: 'nginx',
    configure: nginx(''),
    run: runNginx,
  },
  {
    id: 'nginx-lax',
    name: 'nginx, lax',
    program: 'nginx',
    configure: nginx(
      'ignore_invalid_headers off; underscores_in_headers on; proxy_request_buffering off;',
    ),
    run: runNginx,
  },
]

/** What two servers could read in two ways. */
const attacks = rows.filter(({ area, cuts, needs }) => {
  const areas = ['framing', 'smuggling', 'chunked', 'connection', 'expect']
  return areas.includes(area) && !cuts && !needs
})

/** @param {string} name @returns {string} */
const innocent = (name) => `GET /innocent-${name} HTTP/1.1\r\nHost: a\r\n\r\n`

/**
 * @typedef {object} Counts
 * @property {number} cases
 * @property {number} innocent requests
 * @property {number} forwarded cases that the server behind it has answered
 * @property {number} disturbed innocent requests without an answer of their own
 * @property {number} mixed innocent requests with an answer to another one
 */

/** @param {Outcome} outcome @param {string} name */
function verdictOf({ answers: [first] }, name) {
  if (first?.body.includes(`"/innocent-${name}"`)) return 'fine'
  return first?.status === 200 ? 'mixed' : 'disturbed'
}

/** @param {number} port @param {string} text @param {string[]} [methods] */
const ask = (port, text, methods = []) =>
  exchange(
    port,
    { steps: [text], methods, answers: 1, halfCloses: false },
    'whole',
    PATIENCE,
  )

/**
 * @param {number} port of the proxy
 * @param {Row} row
 * @param {number} number
 * @param {Counts} counts
 */
async function attack(port, row, number, counts) {
  const text = [row.send].flat().join('')
  const came = await ask(port, text, row.methods)
  counts.cases++
  if (came.answers.some(({ body }) => body.includes('"method":'))) {
    counts.forwarded++
  }
  for (const half of ['a', 'b', 'c']) {
    const name = `${number}${half}`
    counts.innocent++
    const answer = await ask(port, innocent(name))
    const verdict = verdictOf(answer, name)
    if (verdict === 'fine') continue
    counts[verdict]++
    const got = answer.answers.map(({ status, body }) => `${status} ${body}`)
    console.log(
      `  ${verdict}: ${row.area} · ${row.name}: ${got.join(' · ').slice(0, 200)} ${answer.end}`,
    )
  }
  if (options.verbose) {
    const statuses = came.answers.map(({ status }) => status).join(' ')
    console.log(`  ${row.area} · ${row.name}: ${statuses} ${came.end}`)
  }
}

/**
 * @param {Proxy} proxy
 * @param {string} program
 * @param {number} backend
 */
async function startProxy(proxy, program, backend) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'proxy-'))
  const port = await freePort()
  const file = path.join(folder, 'proxy.conf')
  writeFileSync(file, proxy.configure({ port, backend, folder }))
  const server = await startServer({
    command: proxy.run(program, folder, file),
    port,
  })
  const stop = async () => {
    await server.stop()
    rmSync(folder, { recursive: true })
  }
  return { port, stop }
}

/** @param {Proxy} proxy @param {Server} server @param {string} program */
async function tryPair(proxy, server, program) {
  const backend = await start(server)
  const front = await startProxy(proxy, program, backend.port)
  /** @type {Counts} */
  const counts = { cases: 0, innocent: 0, forwarded: 0, disturbed: 0, mixed: 0 }
  try {
    for (const [number, row] of attacks.entries()) {
      await attack(front.port, row, number, counts)
    }
    if (backend.group.ending)
      throw new Error(`it ended: ${backend.group.output}`)
  } finally {
    await front.stop()
    await backend.stop()
  }
  console.log(
    `${proxy.name} before ${server.name}: ${counts.cases} cases, ${counts.forwarded} of them answered by the server; ${counts.innocent} innocent requests, ${counts.mixed} mixed up, ${counts.disturbed} disturbed`,
  )
  return counts
}

/** @param {Counts} counts @returns {Record<string, number>} */
const figuresOf = (counts) =>
  Object.fromEntries(
    Object.entries(counts).map(([key, value]) => [`count.${key}`, value]),
  )

async function main() {
  const chosen = proxies.filter(
    ({ id }) => !options.proxy || options.proxy.split(',').includes(id),
  )
  const contenders = []
  for (const id of options.server.split(',')) {
    const server = servers.find((one) => one.id === id)
    if (!server) throw new Error(`no server "${id}"`)
    const { reason } = await prepare(server, console.log)
    for (const proxy of chosen) {
      const program = onPath(proxy.program)
      const missing = program
        ? reason
        : `${proxy.program} is not installed: apt-get install ${proxy.program}`
      const pair = `${proxy.id}-${id}`
      const name = `${proxy.name} before ${server.name}`
      if (!program || missing) {
        console.log(`${name}: skipped: ${missing}`)
        contenders.push({ id: pair, name, status: 'skipped', reason: missing })
        continue
      }
      const counts = await tryPair(proxy, server, program)
      const version = versionOf(program, ['-v']) ?? ''
      contenders.push(counted(pair, name, figuresOf(counts), { version }))
      const isOurs = id.startsWith('velocy')
      if (isOurs && counts.mixed + counts.disturbed > 0) process.exitCode = 1
    }
  }
  if (!options.publish) return
  publish({
    id: 'ch13-proxies',
    program: 'http/proxies.js',
    contenders,
    title: 'Requests that could be read in two ways, through proxies',
    values: { cases: { value: attacks.length, unit: '' } },
  })
}

await main()
