import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Router } from '../../lib/index.js'
import { files } from '../../lib/middleware/index.js'
import { cacheOf, lifetimeOf, originOf, play } from '../../steps/06-cache.js'
import { folderWith } from '../files-support.js'
import { serveRouter } from '../serving.js'

/** @param {string} program @param {string} option @returns {string | false} */
function isMissing(program, option) {
  try {
    execFileSync(program, [option], { stdio: 'ignore' })
    return false
  } catch {
    return `${program} is not installed`
  }
}

/** Of each: how long a shared cache has it, in seconds; 0: it keeps nothing. */
const CONTROLS = [
  ['max-age=2', 2],
  ['public, max-age=2, immutable', 2],
  ['max-age=0, s-maxage=2', 2],
  ['max-age=1000, s-maxage=2', 2],
  ['private, max-age=2', 0],
  ['no-store', 0],
]

/**
 * Starts nginx as a cache of a server.
 *
 * @param {import('node:test').TestContext} t
 * @param {number} port of the server
 */
async function startNginx(t, port) {
  const folder = mkdtempSync(join(tmpdir(), 'velocy-nginx-'))
  const socketPath = join(folder, 'socket')
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n')
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid ${folder}/pid; error_log stderr;
    events {}
    http {
      access_log off; ${places}
      proxy_cache_path ${folder}/cache keys_zone=files:1m;
      server {
        listen unix:${socketPath};
        location / {
          proxy_pass http://127.0.0.1:${port};
          proxy_cache files; proxy_cache_revalidate on;
          add_header X-Cache $upstream_cache_status always;
        }
      }
    }`,
  )
  const args = ['-e', 'stderr', '-c', `${folder}/nginx.conf`]
  return startCache(t, folder, spawn('nginx', args), socketPath)
}

/**
 * Starts Varnish as a cache of a server.
 *
 * @param {import('node:test').TestContext} t
 * @param {number} port of the server
 */
async function startVarnish(t, port) {
  const folder = mkdtempSync(join(tmpdir(), 'velocy-varnish-'))
  const socketPath = join(folder, 'socket')
  // Without grace, nobody gets what is stale while Varnish asks.
  writeFileSync(
    join(folder, 'cache.vcl'),
    `vcl 4.1;
    backend default { .host = "127.0.0.1"; .port = "${port}"; }
    sub vcl_backend_response {
      set beresp.grace = 0s; set beresp.keep = 1h;
      set beresp.http.X-Cache = "MISS";
      if (beresp.was_304) { set beresp.http.X-Cache = "REVALIDATED"; }
    }
    sub vcl_deliver {
      if (obj.hits > 0) { set resp.http.X-Cache = "HIT"; }
    }`,
  )
  const args = ['-F', '-j', 'none', '-n', join(folder, 'work')]
  args.push(
    '-a',
    socketPath,
    '-f',
    join(folder, 'cache.vcl'),
    '-s',
    'malloc,8m',
  )
  return startCache(t, folder, spawn('varnishd', args), socketPath)
}

/**
 * @param {import('node:test').TestContext} t
 * @param {string} folder removed when the test ends
 * @param {import('node:child_process').ChildProcess} cache that starts
 * @param {string} socketPath where it listens
 */
async function startCache(t, folder, cache, socketPath) {
  cache.stdout?.resume()
  cache.stderr?.resume()
  t.after(async () => {
    cache.kill()
    await once(cache, 'exit')
    rmSync(folder, { recursive: true })
  })
  while (!(await accepts(socketPath))) {
    assert.equal(cache.exitCode, null, 'the cache has started')
    await sleep(20)
  }
  /** @param {string} path @param {Record<string, string>} [headers] */
  return async (path, headers = {}) => {
    const req = http.get({ socketPath, path, headers, agent: false })
    const [res] = await once(req, 'response')
    res.setEncoding('utf8')
    const text = (await res.toArray()).join('')
    return { status: res.statusCode, cache: res.headers['x-cache'], text }
  }
}

/** @param {string} path @returns {Promise<boolean>} */
const accepts = (path) =>
  new Promise((resolve) => {
    const socket = net.connect({ path }, () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })

/** What the caches call what our model has. */
const NAMES = new Map([
  ['nothing', ['MISS']],
  ['fresh', ['HIT']],
  ['stale', ['REVALIDATED', 'EXPIRED']],
])

const CACHES = [
  {
    name: 'nginx',
    skip: isMissing('nginx', '-v'),
    startAt: startNginx,
    changed: 'EXPIRED',
  },
  {
    name: 'Varnish',
    skip: isMissing('varnishd', '-V'),
    startAt: startVarnish,
    changed: 'MISS',
  },
]

for (const { name, skip, startAt, changed } of CACHES) {
  test(`${name} decides as the model does`, { skip }, (t) =>
    compare(t, startAt, changed),
  )
}

/**
 * @param {import('node:test').TestContext} t
 * @param {typeof startNginx} startAt
 * @param {string} changed what the cache says of a file that has changed
 */
async function compare(t, startAt, changed) {
  const names = CONTROLS.map((_, index) => `${index}.txt`)
  const folder = folderWith(t, Object.fromEntries(names.map((n) => [n, 'one'])))
  /** @type {Map<string, number[]>} statuses of the origin, by path */
  const answered = new Map(names.map((name) => [name, []]))
  const router = new Router({
    onSent: (req, res) => {
      answered.get(req.params['*'])?.push(res.statusCode)
    },
  })
  for (const [index, [control]] of CONTROLS.entries()) {
    const cacheControl = String(control)
    router.get(`/${index}/*`, files(folder, { cacheControl }))
  }
  const { port } = await serveRouter(t, router)
  const get = await startAt(t, port)

  /** @param {number} index */
  const follow = async (index) => {
    const [control, lifetime] = CONTROLS[index]
    const path = `/${index}/${index}.txt`
    const model = cacheOf('shared', originOf(String(control), 1000), true)
    /** @param {number} now @param {{ cache: string }} got */
    const agrees = (now, { cache }) => {
      const [{ had }] = model(now).way
      assert.ok(NAMES.get(had)?.includes(cache), `${control}: ${had}, ${cache}`)
    }
    const start = performance.now()
    const seconds = () => (performance.now() - start) / 1000
    agrees(0, await get(path))
    const second = await get(path)
    // nginx counts in whole seconds.
    if (seconds() < 1) agrees(0.5, second)
    if (lifetime === 0) return
    let got = await get(path)
    while (got.cache === 'HIT') {
      await sleep(100)
      got = await get(path)
    }
    assert.ok(seconds() > Number(lifetime) - 1, `${control}: ${seconds()} s`)
    agrees(Number(lifetime) + 1, got)
    assert.equal(got.cache, 'REVALIDATED')
    assert.equal(got.text, 'one')
    const file = join(folder, `${index}.txt`)
    writeFileSync(file, 'two')
    const later = new Date('2026-02-01')
    utimesSync(file, later, later)
    while (got.text === 'one') {
      await sleep(100)
      got = await get(path)
    }
    assert.equal(got.cache, changed)
    assert.deepEqual(answered.get(`${index}.txt`), [200, 304, 200])
  }
  await Promise.all(CONTROLS.map((_, index) => follow(index)))
}

test('a shared cache answers a condition itself', () => {
  const shared = cacheOf('shared', originOf('max-age=60', 40), true)
  assert.equal(shared(0).status, 200)
  assert.equal(shared(10, 1).status, 304)
  assert.equal(shared(10, 2).status, 200)
})

test('the time in a shared cache counts in a browser, too', () => {
  const shared = cacheOf('shared', originOf('max-age=60', 1000), true)
  shared(0)
  const browser = cacheOf('browser', shared, false)
  const had = (/** @type {number} */ now) => browser(now).way[0].had
  assert.deepEqual([had(50), had(59), had(61)], ['nothing', 'fresh', 'stale'])
})

test('without a word, a copy is fresh for a tenth of its age', () => {
  const answer = originOf('', 1000)(0)
  assert.equal(lifetimeOf(answer, false), 100)
})

test('no-cache and no-store never give an old version', () => {
  for (const control of ['no-cache', 'no-store', 'max-age=0']) {
    for (let change = 0; change < 100; change += 5) {
      assert.ok(play(control, change).every(({ isOld }) => !isOld))
    }
  }
})
