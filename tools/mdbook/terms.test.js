import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf, termList } from './terms.js'

const page = 'ch03-bytes-streams/streams.md'

test('a term leads to the section that defines it, in each language', () => {
  const english = addressOf(page, 'backpressure (of a stream)', 'en')
  assert.match(english, /^ch03-bytes-streams\/streams\.md#[\w-]+$/)
  assert.equal(addressOf(page, 'backpressure', 'pt-BR'), english)
})

test('a term that its page does not define is an error that says where', () => {
  assert.throws(
    () => addressOf(page, 'unobtainium', 'en'),
    /no \*\*unobtainium\*\* on ch03-bytes-streams\/streams\.md \(en\)/,
  )
})

test('terms stand below their letters, by their names in the language', () => {
  const terms = { 'high-water mark': [page], backpressure: [page] }
  const heads = (/** @type {string} */ list) => list.match(/^(?:##|-) [\w-]+/gm)
  const english = ['## B', '- backpressure', '## H', '- high-water']
  assert.deepEqual(heads(termList(terms, {}, 'en')), english)
  const rates = { throughput: ['ch00-nodejs-faster/read-a-report.md'] }
  const own = termList(rates, { throughput: 'vazão' }, 'pt-BR')
  assert.match(own, /## V \{#v\}\n\n- vazão: /)
})
