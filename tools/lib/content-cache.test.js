import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { ContentCache, contentHash } from './content-cache.js'
import { cacheDir } from './paths.js'

/** @param {import('node:test').TestContext} t */
function cacheFor(t) {
  const name = `test-${process.pid}-${contentHash(t.name).slice(0, 8)}`
  const file = path.join(cacheDir, 'book', `${name}.json`)
  t.after(() => rmSync(file, { force: true }))
  /** @param {string} [version] @returns {ContentCache<string>} */
  const open = (version = '1') => new ContentCache(name, version)
  return { file, open }
}

/** @returns {never} */
const never = () => assert.fail('it was computed again')

test('parts of a content are not mistaken for one another', () => {
  assert.notEqual(contentHash('ab', 'c'), contentHash('a', 'bc'))
  assert.equal(contentHash('ab', 'c'), contentHash('ab', 'c'))
})

test('a value is computed once, in this build and in the next', (t) => {
  const { open } = cacheFor(t)
  const first = open()
  assert.equal(
    first.get('a', () => 'A'),
    'A',
  )
  assert.equal(first.get('a', never), 'A')
  first.save()
  assert.equal(open().get('a', never), 'A')
})

test('another version of the function computes everything again', (t) => {
  const { open } = cacheFor(t)
  const first = open()
  first.get('a', () => 'A')
  first.save()
  assert.equal(
    open('2').get('a', () => 'B'),
    'B',
  )
})

test('what a build does not ask for is not kept', (t) => {
  const { open } = cacheFor(t)
  const first = open()
  first.get('a', () => 'A')
  first.save()
  const second = open()
  second.get('b', () => 'B')
  second.save()
  assert.equal(
    open().get('a', () => 'again'),
    'again',
  )
  assert.equal(open().get('b', never), 'B')
})

test('a file that cannot be read is made again', (t) => {
  const { file, open } = cacheFor(t)
  const first = open()
  first.get('a', () => 'A')
  first.save()
  writeFileSync(file, readFileSync(file, 'utf8').slice(0, -3))
  assert.equal(
    open().get('a', () => 'B'),
    'B',
  )
})
