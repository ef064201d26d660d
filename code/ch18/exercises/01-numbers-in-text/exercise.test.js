import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { fromText } = await import(new URL(file, import.meta.url).href)

/**
 * A schema that lets everything through that is no string, and tells what it
 * was given.
 */
function spy() {
  /** @type {unknown[]} */
  const given = []
  /** @param {unknown} value */
  const validate = (value) => {
    given.push(value)
    const isWrong = typeof value === 'string' || Number.isNaN(value)
    return isWrong ? { issues: [{ message: 'Expected a number' }] } : { value }
  }
  const schema = { '~standard': { version: 1, vendor: 'test', validate } }
  return { given, validate: fromText(schema)['~standard'].validate }
}

test('it is a Standard Schema', () => {
  const schema = fromText({ '~standard': { validate: () => ({ value: 1 }) } })
  const { version, vendor, validate } = schema['~standard']
  assert.equal(version, 1)
  assert.equal(typeof vendor, 'string')
  assert.equal(typeof validate, 'function')
})

test('a text that is a number becomes one', () => {
  const { validate } = spy()
  for (const text of ['3', '0', '-12', '2.50', '007']) {
    assert.deepEqual(validate(text), { value: Number(text) })
  }
})

test('no text is no number, and neither are spaces', () => {
  const { validate, given } = spy()
  for (const text of ['', ' ', '\t', ' 3', '3\n', '3 ']) {
    assert.ok(validate(text).issues, JSON.stringify(text))
    assert.equal(given.at(-1), text)
  }
})

test('what only a program calls a number is a text', () => {
  const { validate } = spy()
  for (const text of ['0x10', '0b1', '1e3', 'Infinity', 'NaN', '1_000', '.5']) {
    assert.ok(validate(text).issues, text)
  }
})

test('a parameter that is missing is still missing', () => {
  const { validate, given } = spy()
  assert.deepEqual(validate(undefined), { value: undefined })
  assert.deepEqual(given, [undefined])
})

test('a parameter that came twice is still a list', () => {
  const { validate, given } = spy()
  for (const list of [['1', '2'], ['3'], []]) {
    validate(list)
    assert.deepEqual(given.at(-1), list)
  }
})

test('what the other schema says is passed on, also when it takes a while', async () => {
  const issues = [{ message: 'Expected less', path: ['a'] }]
  for (const result of [{ issues }, Promise.resolve({ issues })]) {
    const inner = { '~standard': { validate: () => result } }
    const { validate } = fromText(inner)['~standard']
    assert.deepEqual(await validate('3'), { issues })
  }
})
