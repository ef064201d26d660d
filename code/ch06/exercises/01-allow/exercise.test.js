import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { allow } = await import(new URL(file, import.meta.url).href)

const routes = [
  { method: 'POST', path: '/notes' },
  { method: 'GET', path: '/notes' },
  { method: 'DELETE', path: '/trash' },
  { method: 'HEAD', path: '/ping' },
  { method: 'GET', path: '/ping' },
]

test('a path without a route has no Allow', () => {
  assert.equal(allow(routes, '/nowhere'), null)
})

test('OPTIONS is always among them', () => {
  assert.equal(allow(routes, '/trash'), 'DELETE, OPTIONS')
})

test('who has GET has HEAD', () => {
  assert.equal(allow(routes, '/notes'), 'GET, HEAD, OPTIONS, POST')
})

test('no method is there twice', () => {
  assert.equal(allow(routes, '/ping'), 'GET, HEAD, OPTIONS')
})
