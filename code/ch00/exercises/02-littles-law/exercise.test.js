import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { predictRps, littlesLaw } = await import(
  new URL(file, import.meta.url).href
)

/**
 * @param {number} rps
 * @param {number} mean µs
 * @param {number} [connect] refused connections of 256
 */
function report(rps, mean, connect = 0) {
  return { connections: 256, rps, latency: { mean }, errors: { connect } }
}

test('256 connections at 3.2 ms each make 80,000 requests per second', () => {
  assert.equal(Math.round(predictRps(256, 3200)), 80_000)
})

test('10 connections at 1 s each make 10 requests per second', () => {
  assert.equal(predictRps(10, 1_000_000), 10)
})

test('as many in flight as connections: the figures agree', () => {
  assert.equal(littlesLaw(report(80_000, 3200)), 'agrees')
})

test('a little more or less than the connections still agrees', () => {
  assert.equal(littlesLaw(report(80_000, 3000)), 'agrees')
  assert.equal(littlesLaw(report(80_000, 3400)), 'agrees')
})

test('half as many in flight: the client was the limit', () => {
  assert.equal(littlesLaw(report(200_000, 640)), 'client-limited')
})

test('more in flight than connections: the latency was corrected', () => {
  assert.equal(littlesLaw(report(80_000, 4000)), 'corrected')
})

test('a connection that was refused is not waited for', () => {
  assert.equal(littlesLaw(report(40_000, 4000, 96)), 'agrees')
})
