import assert from 'node:assert/strict'
import { test } from 'node:test'
import { temporaryProject } from '../testing/temporary-project.js'
import { sampled, tellTurn, turnOfCommit } from './sample.js'

/** @param {import('node:test').TestContext} t */
function forget(t) {
  const before = process.env.SAMPLE_TURN
  t.after(() => {
    if (before === undefined) delete process.env.SAMPLE_TURN
    else process.env.SAMPLE_TURN = before
  })
  delete process.env.SAMPLE_TURN
}

const items = Array.from({ length: 10 }, (_, i) => i)

test('without a turn, everything is seen', (t) => {
  forget(t)
  assert.deepEqual(sampled(items), items)
  assert.match(tellTurn(null), /^Nothing is sampled/)
  assert.deepEqual(sampled(items), items)
})

test('four turns see everything, each a part', (t) => {
  forget(t)
  const seen = [0, 1, 2, 3].flatMap((turn) => {
    assert.match(tellTurn(turn), new RegExp(`in part: ${turn + 1} of 4`))
    const part = sampled(items)
    assert.ok(part.length < items.length)
    return part
  })
  assert.deepEqual(
    seen.sort((a, b) => a - b),
    items,
  )
})

test('a smaller part is one of the larger part', (t) => {
  forget(t)
  const many = Array.from({ length: 40 }, (_, i) => i)
  const seen = Array.from({ length: 8 }, (_, turn) => {
    tellTurn(turn)
    const part = sampled(many, 8)
    for (const item of part) assert.ok(sampled(many).includes(item))
    return part
  }).flat()
  assert.deepEqual(
    seen.sort((a, b) => a - b),
    many,
  )
})

test('of fewer than there are parts each has its turn', (t) => {
  forget(t)
  const seen = [0, 1, 2, 3].flatMap((turn) => {
    tellTurn(turn)
    return sampled(['a', 'b'])
  })
  assert.deepEqual(seen, ['a', 'b', 'a', 'b'])
})

test('a sample of one is that one', (t) => {
  forget(t)
  tellTurn(3)
  assert.deepEqual(sampled(['a']), ['a'])
  assert.deepEqual(sampled([]), [])
})

test('what is in a part of something has all its turns, too', (t) => {
  forget(t)
  const outer = ['a', 'b']
  /** @type {Set<string>} */
  const seen = new Set()
  for (let turn = 0; turn < 8; turn++) {
    tellTurn(turn)
    for (const file of sampled(outer, 2)) {
      for (const item of sampled(items, 4, { within: 2 })) {
        seen.add(file + item)
      }
    }
  }
  assert.equal(seen.size, outer.length * items.length)
})

test('who is ahead sees another part', (t) => {
  forget(t)
  tellTurn(3)
  assert.deepEqual(sampled(items), [3, 7])
  assert.deepEqual(sampled(items, 4, { ahead: 2 }), [1, 5, 9])
})

test('a number that is none of parts is refused', () => {
  for (const wrong of [0, -1, 1.5, Number.NaN]) {
    assert.throws(() => sampled(items, wrong), {
      name: 'RangeError',
      message: `parts: got ${wrong}, expected a whole 1 or more`,
    })
  }
  assert.throws(() => sampled(items, 2, { within: 0 }), /^RangeError: within/)
  assert.throws(() => sampled(items, 2, { ahead: -1 }), /^RangeError: ahead/)
})

test('commits that follow each other have turns that do', (t) => {
  const project = temporaryProject({ 'a.txt': '0' }, t)
  assert.equal(turnOfCommit(project.folder), null)
  const turns = [1, 2, 3, 4, 5].map((number) => {
    project.write('a.txt', String(number))
    project.commit()
    return turnOfCommit(project.folder)
  })
  assert.deepEqual(turns, [1, 2, 3, 4, 5])
})
