import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdtempSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Router } from '../../lib/index.js'
import { files } from '../../lib/middleware/index.js'
import { cacheOf, lifetimeOf, originOf, play } from '../../steps/06-cache.js'
import { folderWith } from '../files-support.js'
import { serveRouter } from '../serving.js'

/** @returns {string | false} why nginx cannot be asked */
function noNginx() {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' })
    return false
  } catch {
    return 'nginx is not installed'
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
  const nginx = spawn('nginx', ['-e', 'stderr', '-c', `${folder}/nginx.conf`])
  t.after(async () => {
    nginx.kill()
    await once(nginx, 'exit')
    rmSync(folder, { recursive: true })
  })
  while (!existsSync(socketPath)) {
    assert.equal(nginx.exitCode, null, 'nginx has started')
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

/** What nginx calls what our model has. */
const NAMES = new Map([
  ['nothing', ['MISS']],
  ['fresh', ['HIT']],
  ['stale', ['REVALIDATED', 'EXPIRED']],
])

test('nginx decides as the model does', { skip: noNginx() }, async (t) => {
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
  const get = await startNginx(t, port)

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
    // Nginx counts in whole seconds.
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
    assert.equal(got.cache, 'EXPIRED')
    assert.deepEqual(answered.get(`${index}.txt`), [200, 304, 200])
  }
  await Promise.all(CONTROLS.map((_, index) => follow(index)))
})

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
