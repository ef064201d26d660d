import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { levelOf } = await import(new URL(file, import.meta.url).href)

test('a level for all is that of each part', () => {
  assert.equal(levelOf('warn', 'http'), 'warn')
})

test('a part has its own', () => {
  const setting = 'info,http=debug,db=error'
  assert.equal(levelOf(setting, 'http'), 'debug')
  assert.equal(levelOf(setting, 'db'), 'error')
  assert.equal(levelOf(setting, 'mail'), 'info')
})

test('the order does not matter', () => {
  assert.equal(levelOf('http=debug,warn', 'http'), 'debug')
  assert.equal(levelOf('http=debug,warn', 'db'), 'warn')
})

test('a name that begins like another is another', () => {
  assert.equal(levelOf('info,https=debug', 'http'), 'info')
  assert.equal(levelOf('info,http=debug', 'https'), 'info')
})

test('what is not set is info', () => {
  assert.equal(levelOf('', 'http'), 'info')
  assert.equal(levelOf('db=error', 'http'), 'info')
})

test('spaces do not count', () => {
  assert.equal(levelOf(' warn , http = debug ', 'http'), 'debug')
  assert.equal(levelOf(' warn , http = debug ', 'db'), 'warn')
})

test('a level that there is not is an error, in whatever part', () => {
  const wrong = { name: 'RangeError', message: /verbose/ }
  assert.throws(() => levelOf('verbose', 'http'), wrong)
  assert.throws(() => levelOf('info,db=verbose', 'http'), wrong)
})
