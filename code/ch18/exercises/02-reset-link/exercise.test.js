import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { ResetLinks } = await import(new URL(file, import.meta.url).href)

const MINUTE = 60_000

/** Like signer(), of what runs in a browser as well. */
const signer = {
  /** @param {string} name @param {string} value */
  sign(name, value) {
    const text = JSON.stringify(['a secret', name, value])
    return `${value}.${createHash('sha256').update(text).digest('hex')}`
  },
  /** @param {string} name @param {string} text */
  verify(name, text) {
    const value = text.slice(0, text.lastIndexOf('.'))
    return signer.sign(name, value) === text ? value : undefined
  },
}

function shop() {
  const clock = { time: 1_000_000 }
  const hashes = new Map([
    ['aino', 'a1n0hash'],
    ['eero', 'eer0hash'],
    ['1. x y.z', 'odd0hash'],
  ])
  const links = new ResetLinks(signer, () => clock.time)
  return {
    clock,
    hashes,
    /** @param {string} user */
    create: (user) => links.create(user, hashes.get(user)),
    /** @param {string} text */
    open: (text) =>
      links.open(text, (/** @type {string} */ user) => hashes.get(user)),
  }
}

test('a link tells whose password may be set', () => {
  const { create, open, hashes } = shop()
  for (const user of hashes.keys()) assert.equal(open(create(user)), user)
})

test('a link that was changed, or made up, is worth nothing', () => {
  const { create, open } = shop()
  const text = create('aino')
  assert.equal(open(text.replace('aino', 'eero')), undefined)
  for (let i = 0; i < text.length; i++) {
    const other = text[i] === '0' ? '1' : '0'
    const changed = text.slice(0, i) + other + text.slice(i + 1)
    assert.equal(open(changed), undefined, changed)
  }
  for (const made of ['', '.', 'aino', 'nobody.1234', '{}', '\0']) {
    assert.equal(open(made), undefined, made)
  }
})

test('what the shop has signed for another purpose is no link', () => {
  const { open } = shop()
  for (const name of ['user', 'nickname', 'discount']) {
    assert.equal(open(signer.sign(name, 'aino')), undefined)
    assert.equal(open(signer.sign(name, 'aino a1n0hash')), undefined)
    assert.equal(open(signer.sign(name, '9999999999999 aino')), undefined)
  }
})

test('a link is valid for an hour', () => {
  const { clock, create, open } = shop()
  const text = create('aino')
  clock.time += 59 * MINUTE
  assert.equal(open(text), 'aino')
  clock.time += MINUTE
  assert.equal(open(text), undefined)
  assert.equal(open(create('aino')), 'aino')
})

test('a new password ends all links of its user, and no others', () => {
  const { create, hashes, open } = shop()
  const [first, second, other] = ['aino', 'aino', 'eero'].map(create)
  assert.equal(open(first), 'aino')
  hashes.set('aino', 'a2n0hash')
  assert.equal(open(first), undefined)
  assert.equal(open(second), undefined)
  assert.equal(open(other), 'eero')
})

test('a user who is gone has no links', () => {
  const { create, hashes, open } = shop()
  const text = create('aino')
  hashes.delete('aino')
  assert.equal(open(text), undefined)
})

test('a link tells nothing of the password', () => {
  const { create } = shop()
  const text = create('aino')
  const { length } = 'a1n0hash'
  for (let i = 0; i + 4 <= length; i++) {
    assert.ok(!text.includes('a1n0hash'.slice(i, i + 4)), text)
  }
  const decoded = Buffer.from(text, 'base64').toString('latin1')
  assert.ok(!decoded.includes('a1n0hash'))
})
