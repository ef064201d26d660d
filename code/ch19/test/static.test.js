import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { request, startApp } from './support.js'

test('/static/ has a page, whose style sheet is named by its hash', async (t) => {
  const app = await startApp()
  t.after(() => app.close())
  const page = await request(app, '/static/')
  assert.equal(page.headers['content-type'], 'text/html; charset=utf-8')
  assert.equal(page.headers['cache-control'], 'no-cache')
  const name = /href="(.+\.css)"/.exec(page.text)?.[1] ?? ''
  const sheet = await request(app, `/static/${name}`)
  assert.match(sheet.headers['cache-control'], /immutable/)
  const hash = createHash('sha256').update(sheet.body).digest('hex')
  assert.equal(name, `site.${hash.slice(0, 8)}.css`)
})

test('/static/ has nothing of what is beside its folder', async (t) => {
  const app = await startApp()
  t.after(() => app.close())
  for (const path of ['../files.js', '..%2ffiles.js', '%2e%2e/files.js']) {
    const { status, text } = await request(app, `/static/${path}`)
    assert.equal(status, 404)
    assert.doesNotMatch(text, /import/)
  }
})
