import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { symlinkSync } from 'node:fs'
import net from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { folderWith, serve } from './files-support.js'
import { library } from './library.js'

const { Router } = await library('lib/index.js')
const { files } = await library('lib/middleware/files.js')
const { inject } = await library('lib/testing/inject.js')

/** @param {string} folder @param {object} [options] */
const routerOf = (folder, options) =>
  new Router().get('/static/*', files(folder, options))

test('a file is sent with its type and its length', async (t) => {
  const folder = folderWith(t, { 'docs/café.html': '<p>olá' })
  const { get, head } = await serve(t, routerOf(folder))
  const res = await get('/static/docs/caf%C3%A9.html')
  assert.equal(res.status, 200)
  assert.equal(res.text, '<p>olá')
  assert.equal(res.headers['content-type'], 'text/html; charset=utf-8')
  assert.equal(res.headers['content-length'], '7')
  assert.equal(res.headers['accept-ranges'], 'bytes')
  const empty = await head('/static/docs/caf%C3%A9.html')
  assert.equal(empty.text, '')
  assert.deepEqual({ ...empty.headers, date: '' }, { ...res.headers, date: '' })
})

test('an empty file has an empty body', async (t) => {
  const folder = folderWith(t, { 'empty.txt': '' })
  const { get } = await serve(t, routerOf(folder))
  const res = await get('/static/empty.txt')
  assert.equal(res.status, 200)
  assert.equal(res.headers['content-length'], '0')
})

test('a large file arrives whole', async (t) => {
  const large = 'jalapeño '.repeat(100_000)
  const folder = folderWith(t, { 'large.txt': large })
  const { get } = await serve(t, routerOf(folder))
  assert.equal((await get('/static/large.txt')).text, large)
})

test('inject gets a file, too', async (t) => {
  const folder = folderWith(t, { 'a.txt': 'wren' })
  const res = await inject(routerOf(folder), '/static/a.txt')
  assert.equal(await res.text(), 'wren')
})

test('no spelling of a path leads out of the folder', async (t) => {
  const folder = folderWith(t, {
    'public/a.txt': 'open',
    'public/docs/b.txt': 'open',
    'secret.txt': 'closed',
    'public-too/secret.txt': 'closed',
  })
  const { get } = await serve(t, routerOf(join(folder, 'public')))
  const up = ['..', '%2e%2e', '%2E.', '.%2e', '..%00', '...', '%252e%252e']
  const between = ['/', '%2f', '%2F', '\\', '%5c', '//', '/./', '%252f', '%00/']
  const paths = up.flatMap((dots) =>
    between.flatMap((slash) => [
      `/static/${dots}${slash}secret.txt`,
      `/static/docs/${dots}${slash}${dots}${slash}secret.txt`,
      `/static/${dots}${slash}public-too/secret.txt`,
      `/static${slash}${dots}/secret.txt`,
      // These would stay inside, and no client needs them.
      `/static/docs/${dots}${slash}a.txt`,
    ]),
  )
  const absolute = [
    `/static/${folder}/secret.txt`,
    `/static/${encodeURIComponent(folder)}%2Fsecret.txt`,
    `/static/file://${folder}/secret.txt`,
    '/static/secret.txt%00.txt',
    '/static/a.txt%00',
    '/static/a.txt/',
    '/static/a.txt/.',
    '/static/./a.txt',
    '/static//a.txt',
    '/static/docs%2Fb.txt',
    '/static/docs%5Cb.txt',
    '/static/%c0%ae%c0%ae/secret.txt',
    '/static/%u002e%u002e/secret.txt',
  ]
  for (const path of [...paths, ...absolute]) {
    const { status, text } = await get(path)
    assert.ok(status === 404 || status === 400, `${path}: ${status}`)
    assert.doesNotMatch(text, /open|closed/, path)
  }
  assert.equal((await get('/static/docs/b.txt')).text, 'open')
})

test('what guards a part of the folder is not got around', async (t) => {
  const folder = folderWith(t, { 'private/a.txt': 'closed' })
  const router = new Router().get('/static/*', files(folder))
  router.get(
    '/static/private/*',
    (/** @type {any} */ _req, /** @type {any} */ res) =>
      res.text('who are you?', 401),
  )
  const { get } = await serve(t, router)
  const spellings = ['private/a.txt', 'private%2Fa.txt', '/private/a.txt']
  spellings.push('./private/a.txt', 'x/../private/a.txt', 'private%5Ca.txt')
  spellings.push('%70rivate/a.txt', 'private//a.txt', 'private/./a.txt')
  for (const spelling of spellings) {
    const { status, text } = await get(`/static/${spelling}`)
    assert.ok(status >= 400, spelling)
    assert.doesNotMatch(text, /closed/, spelling)
  }
})

test('a symbolic link is followed unless it leads out', async (t) => {
  const folder = folderWith(t, {
    'public/a.txt': 'inside',
    'public-too/a.txt': 'outside',
  })
  const root = join(folder, 'public')
  symlinkSync('a.txt', join(root, 'in.txt'))
  symlinkSync('../public-too/a.txt', join(root, 'out.txt'))
  symlinkSync('..', join(root, 'up'))
  symlinkSync('loop', join(root, 'loop'))
  symlinkSync('public', join(folder, 'current'))
  const { get } = await serve(t, routerOf(join(folder, 'current')))
  assert.equal((await get('/static/in.txt')).text, 'inside')
  for (const name of ['out.txt', 'up/public-too/a.txt', 'up', 'loop']) {
    assert.equal((await get(`/static/${name}`)).status, 404, name)
  }
})

test('hidden files are not there, except .well-known', async (t) => {
  const folder = folderWith(t, {
    '.env': 'KEY',
    '.git/config': 'KEY',
    'docs/.env': 'KEY',
    '.well-known/security.txt': 'Contact:',
    '.well-known.txt': 'KEY',
    'a..b.txt': 'dots',
    // On Windows, this one would be in a folder.
    'docs\\a.txt': 'KEY',
  })
  const { get } = await serve(t, routerOf(folder))
  for (const name of ['.env', '%2eenv', '.git/config', 'docs/.env']) {
    assert.equal((await get(`/static/${name}`)).status, 404, name)
  }
  assert.equal((await get('/static/.well-known.txt')).status, 404)
  assert.equal((await get('/static/docs%5Ca.txt')).status, 404)
  const { text } = await get('/static/.well-known/security.txt')
  assert.equal(text, 'Contact:')
  assert.equal((await get('/static/a..b.txt')).text, 'dots')
})

test('a folder answers with its index.html', async (t) => {
  const folder = folderWith(t, {
    'index.html': 'home',
    'docs/index.html': 'docs',
    'empty/a.txt': '',
    'odd/index.html/a.txt': '',
  })
  const { get } = await serve(t, routerOf(folder))
  assert.equal((await get('/static/')).text, 'home')
  assert.equal((await get('/static/docs/')).text, 'docs')
  const { status, headers } = await get('/static/docs')
  assert.equal(status, 301)
  assert.equal(headers.location, '/static/docs/')
  const asked = await get('/static/docs?a=b?c&d=%2F')
  assert.equal(asked.headers.location, '/static/docs/?a=b?c&d=%2F')
  assert.equal((await get('/static/empty/')).status, 404)
  assert.equal((await get('/static/odd/')).status, 404)
})

test('the redirect of a folder stays on the server', async (t) => {
  const folder = folderWith(t, { 'evil.example/index.html': 'folder' })
  const { get } = await serve(t, new Router().get('/*', files(folder)))
  const at = '/evil.example'
  for (const path of [`/${at}`, `//${at}`, `/\\${at}`, `/%2F${at}`]) {
    const { status, headers } = await get(path)
    assert.equal(status, 404, path)
    assert.equal(headers.location, undefined)
  }
  assert.equal((await get(`${at}/..${at}`)).status, 404)
  assert.equal((await get(at)).headers.location, '/evil.example/')
  const shops = await serve(t, new Router().get('/:shop/*', files(folder)))
  assert.equal((await shops.get(`/\\shop${at}`)).status, 404)
})

test('what is no file is not there', async (t) => {
  const folder = folderWith(t, { 'a.txt': '' })
  execFileSync('mkfifo', [join(folder, 'pipe')])
  const local = net.createServer().listen(join(folder, 'socket'))
  await once(local, 'listening')
  t.after(() => local.close())
  const { get } = await serve(t, routerOf(folder))
  for (const name of [
    'pipe',
    'socket',
    'nothing',
    'a.txt/b',
    'x'.repeat(300),
  ]) {
    assert.equal((await get(`/static/${name}`)).status, 404, name)
  }
})

test('what is missing is left to notFound', async (t) => {
  const router = new Router({
    notFound: (/** @type {any} */ _req, /** @type {any} */ res) =>
      res.text('lost', 404),
  })
  router.get('/*', files(folderWith(t, {})))
  router.get('/hey', () => 'hey')
  const { get } = await serve(t, router)
  assert.equal((await get('/nothing')).text, 'lost')
  assert.equal((await get('/%2e%2e/x')).text, 'lost')
  assert.equal((await get('/hey')).text, 'hey')
})

test('a folder that does not exist is an error at the start', () => {
  assert.throws(() => files('/nowhere/at/all'), { code: 'ENOENT' })
  const BAD = { code: 'ERR_VELOCY_BAD_OPTION' }
  assert.throws(() => files('.', { maxAge: 60 }), BAD)
  assert.throws(() => files('.', { cacheControl: 60 }), BAD)
  assert.throws(() => files('.', { immutable: true }), BAD)
})

test('Cache-Control is what the options say', async (t) => {
  const names = ['assets/app-3f9a1c2b.js', 'report-20260115.pdf', 'index.html']
  const folder = folderWith(
    t,
    Object.fromEntries(names.map((name) => [name, ''])),
  )
  const { get } = await serve(
    t,
    new Router()
      .get('/plain/*', files(folder))
      .get('/hour/*', files(folder, { cacheControl: 'max-age=3600' }))
      .get('/built/*', files(folder, { immutable: /^assets\//g })),
  )
  /** @param {string} path */
  const control = async (path) => (await get(path)).headers['cache-control']
  for (const name of names) {
    assert.equal(await control(`/plain/${name}`), 'no-cache')
    assert.equal(await control(`/hour/${name}`), 'max-age=3600')
  }
  const forever = 'public, max-age=31536000, immutable'
  assert.equal(await control(`/built/${names[0]}`), forever)
  assert.equal(await control(`/built/${names[0]}`), forever)
  assert.equal(await control(`/built/${names[1]}`), 'no-cache')
  assert.equal(await control('/built/assets/nothing.js'), undefined)
})

test('res.file sends a file of the program', async (t) => {
  const folder = folderWith(t, { 'a.pdf': 'invoice' })
  const router = new Router({ problems: true })
  router.get('/a', (/** @type {any} */ _req, /** @type {any} */ res) => {
    res.setHeader('content-type', 'application/x-invoice')
    res.setHeader('cache-control', 'no-store')
    res.setHeader('accept-ranges', 'none')
    return res.file(join(folder, 'a.pdf'))
  })
  router.get('/b', (/** @type {any} */ _req, /** @type {any} */ res) =>
    res.file(join(folder, 'b.pdf')),
  )
  router.get('/folder', (/** @type {any} */ _req, /** @type {any} */ res) =>
    res.file(folder),
  )
  const { get } = await serve(t, router)
  const res = await get('/a')
  assert.equal(res.text, 'invoice')
  assert.equal(res.headers['content-type'], 'application/x-invoice')
  assert.equal(res.headers['cache-control'], 'no-store')
  assert.equal(res.headers['accept-ranges'], 'none')
  const missing = await get('/b')
  assert.equal(missing.status, 404)
  assert.ok(!missing.text.includes(folder), missing.text)
  assert.equal((await get('/folder')).status, 404)
})

test('res.file with a root takes a name from a client', async (t) => {
  const folder = folderWith(t, { 'in/a.txt': 'inside', 'b.txt': 'outside' })
  const router = new Router().get(
    '/:name',
    (/** @type {any} */ req, /** @type {any} */ res) =>
      res.file(req.params.name, { root: join(folder, 'in') }),
  )
  const { get } = await serve(t, router)
  assert.equal((await get('/a.txt')).text, 'inside')
  assert.equal((await get('/..%2Fb.txt')).status, 404)
  assert.equal((await get('/%2e%2e%2fb.txt')).status, 404)
})
