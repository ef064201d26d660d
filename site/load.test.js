import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { load, loadFiles } from './load.js'

/** What mdBook's page, and a browser, have. */
const site = mkdtempSync(path.join(tmpdir(), 'site-'))
const page = /** @type {any} */ (globalThis)
before(() => {
  mkdirSync(path.join(site, 'playground'))
  page.path_to_root = '../'
  page.document = { baseURI: `${pathToFileURL(site)}/ch01/index.html` }
})
after(() => rmSync(site, { recursive: true }))

/** @param {import('node:test').TestContext} t @param {() => Response} answer */
const mockFetch = (t, answer) =>
  t.mock.method(page, 'fetch', async () => answer())

test('a module is loaded once, and again under another address when that failed', async () => {
  await assert.rejects(load('runnable'), { code: 'ERR_MODULE_NOT_FOUND' })
  const file = path.join(site, 'playground', 'runnable.js')
  writeFileSync(`${file}`, 'export const address = import.meta.url\n')
  writeFileSync(path.join(site, 'package.json'), '{ "type": "module" }')
  const module = await load('runnable')
  assert.equal(module.address, `${pathToFileURL(file)}?attempt=1`)
  assert.equal(await load('runnable'), module)
})

test('a chapter’s files are fetched once, and again when that failed', async (t) => {
  const files = { 'steps/1.js': 'console.log(1)\n' }
  const answers = [
    new Response('', { status: 404 }),
    Response.json({ chapter: 'ch01', files }),
  ]
  const fetched = mockFetch(t, () => answers[fetched.mock.callCount()])
  await assert.rejects(loadFiles('ch01'), {
    name: 'TypeError',
    message: /^got status 404 for .*\/playground\/ch01\.json$/,
  })
  assert.deepEqual(await loadFiles('ch01'), files)
  assert.equal(await loadFiles('ch01'), await loadFiles('ch01'))
  assert.equal(fetched.mock.callCount(), 2)
})
