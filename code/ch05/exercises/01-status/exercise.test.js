import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { statusOf } = await import(new URL(file, import.meta.url).href)

const resources = new Map([
  ['/', ['GET']],
  ['/note', ['PUT', 'GET']],
  ['/pot', ['BREW']],
])

test('a method with a handler gets it', () => {
  assert.deepEqual(statusOf(resources, '/note', 'PUT'), { status: 200 })
})

test('where there is GET, there is HEAD', () => {
  assert.deepEqual(statusOf(resources, '/', 'HEAD'), { status: 200 })
  assert.equal(statusOf(resources, '/pot', 'HEAD').status, 405)
})

test('a path without handlers is not found, whatever the method', () => {
  assert.deepEqual(statusOf(resources, '/none', 'GET'), { status: 404 })
  assert.deepEqual(statusOf(resources, '/none', 'DELETE'), { status: 404 })
})

test('a method without a handler is told which have one', () => {
  assert.deepEqual(statusOf(resources, '/note', 'DELETE'), {
    status: 405,
    allow: 'GET, HEAD, OPTIONS, PUT',
  })
})

test('OPTIONS is answered for every resource', () => {
  assert.deepEqual(statusOf(resources, '/pot', 'OPTIONS'), {
    status: 204,
    allow: 'BREW, OPTIONS',
  })
})

test('a method that nothing here knows is not implemented', () => {
  assert.deepEqual(statusOf(resources, '/', 'FETCH'), { status: 501 })
  assert.deepEqual(statusOf(resources, '/', 'get'), { status: 501 })
})

test('a method that another resource has is known', () => {
  assert.equal(statusOf(resources, '/', 'BREW').status, 405)
})
