import assert from 'node:assert/strict'
import { test } from 'node:test'
import { request, startApp } from './support.js'

test('/spawn answers with what a program writes, to many at once', async (t) => {
  const app = await startApp()
  t.after(app.close)
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => request(app, '/spawn')),
  )
  for (const { status, text, headers } of answers) {
    assert.deepEqual([status, text], [200, 'hi\n'])
    assert.match(headers['content-type'], /^text\/plain/)
  }
})
