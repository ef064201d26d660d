import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { askerOf, attacks } from '../../steps/02-attack.js'
import { serveRouter } from '../serving.js'

/** How many of the eight attacks, from the first on, each shop withstands. */
const CLOSED = {
  '02-shop.js': 0,
  '03-shop.js': 1,
  '05-shop.js': 2,
  '06-shop.js': 3,
  '07-shop.js': 4,
  '08-shop.js': 5,
  '09-shop.js': 6,
  '10-shop.js': 7,
  '11-shop.js': 8,
  '12-shop.js': 8,
}

const steps = new URL('../../steps/', import.meta.url)
for (const file of readdirSync(steps)
  .filter((name) => name in CLOSED)
  .sort()) {
  const closed = CLOSED[/** @type {keyof typeof CLOSED} */ (file)]
  test(`${file} withstands ${closed} of 8 attacks, also the second time`, async (t) => {
    const { shop } = await import(new URL(file, steps).href)
    const { port } = await serveRouter(t, shop)
    const ask = askerOf(`http://127.0.0.1:${port}`)
    const expected = attacks.map((_, index) => index >= closed)
    for (const _time of [1, 2]) {
      const open = []
      for (const [, works] of attacks) open.push(await works(ask))
      assert.deepEqual(open, expected)
    }
  })
}
