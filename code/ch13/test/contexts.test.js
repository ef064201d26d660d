import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { get, post } from './serve-net.js'
import { serve } from './serving.js'
import { rawRequest } from './support.js'

/** @type {AsyncLocalStorage<string>} */
const user = new AsyncLocalStorage()

/** @type {Record<string, (req: any, res: any) => unknown>} */
const ways = {
  'enters it and answers at once': (req, res) => {
    user.enterWith(req.url)
    res.end()
  },
  'answers in it later': (req, res) =>
    user.run(req.url, async () => {
      await nextTurn()
      res.end()
    }),
  'waits in it for the answer to leave': (req, res) => {
    user.run(req.url, () => res.on('finish', () => {}).end())
  },
}

for (const [what, handle] of Object.entries(ways)) {
  test(`no request sees the context of one that ${what}`, async () => {
    /** @type {unknown[]} */
    const seen = []
    const note = () => void seen.push(user.getStore())
    const { port } = await serve((router) => {
      router.get('/first', (req, res) => {
        note()
        return handle(req, res)
      })
      router.post('/next', (req, res) => {
        note()
        req.on('data', note).on('end', () => res.end())
      })
    })
    const sent = get('/first') + post('/next', 'body') + get('/first')
    await rawRequest(port, sent, { responses: 3 })
    assert.deepEqual(seen, [undefined, undefined, undefined, undefined])
  })
}
