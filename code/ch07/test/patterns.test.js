import assert from 'node:assert/strict'
import { test } from 'node:test'
import { library } from './library.js'

const { namesOf, parsePattern } = await library('lib/router/pattern.js')

test('a pattern is read into static segments and parameters', () => {
  const segments = parsePattern('/users/:id/posts')
  assert.deepEqual(segments, [
    { kind: 'static', text: 'users' },
    { kind: 'parameter', name: 'id' },
    { kind: 'static', text: 'posts' },
  ])
  assert.deepEqual(namesOf(segments), ['id'])
  assert.deepEqual(parsePattern('/'), [{ kind: 'static', text: '' }])
})

test('a pattern that cannot match is refused', () => {
  const bad = ['users/:id', '/:id/:id', '/search?q=:word', '/:a-:b', undefined]
  for (const path of bad) {
    assert.throws(() => parsePattern(path), { code: 'ERR_VELOCY_BAD_PATTERN' })
  }
})
