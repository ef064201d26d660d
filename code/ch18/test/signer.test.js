import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { library } from './library.js'

/** @type {typeof import('../lib/middleware/signer.js')} */
const { signer } = await library('lib/middleware/signer.js')

const OLD = 'an old key that is long enough, really'
const NEW = 'a new key that is long enough as well'

test('what has been signed is verified, whatever it is', () => {
  const { sign, verify } = signer(OLD)
  for (const value of ['', '10', 'a.b.c', 'é 🍵', '{"a":1}', '.']) {
    const text = sign('a', value)
    assert.equal(text.slice(0, -44), value)
    assert.equal(verify('a', text), value)
  }
})

test('it is an HMAC with SHA-256 of the name and the value', () => {
  const mac = createHmac('sha256', OLD).update('["a","10"]').digest('base64url')
  assert.equal(signer(OLD).sign('a', '10'), `10.${mac}`)
})

test('a single changed character is noticed', () => {
  const { sign, verify } = signer(OLD)
  const text = sign('discount', '10')
  for (let i = 0; i < text.length; i++) {
    for (const other of ['0', 'A', 'é', '.', '']) {
      const changed = text.slice(0, i) + other + text.slice(i + 1)
      if (changed === text) continue
      assert.equal(verify('discount', changed), undefined, changed)
    }
  }
  for (const forged of ['', '10', '10.', `.${text}`, `${text}=`, undefined]) {
    assert.equal(verify('discount', forged), undefined)
  }
})

test('a signature for one name is worth nothing under another', () => {
  const { sign, verify } = signer(OLD)
  assert.equal(verify('role', sign('nickname', 'admin')), undefined)
  assert.equal(verify('a', sign('a=b', 'c')), undefined)
  const [, mac] = sign('a","b', 'c').split('.')
  assert.equal(verify('a', `b","c.${mac}`), undefined)
})

test('the first key signs, and all of them verify', () => {
  const before = signer([OLD])
  const after = signer([NEW, OLD])
  assert.equal(after.verify('a', before.sign('a', '1')), '1')
  assert.equal(after.sign('a', '1'), signer(NEW).sign('a', '1'))
  assert.equal(before.verify('a', after.sign('a', '1')), undefined)
  assert.equal(signer(NEW).verify('a', before.sign('a', '1')), undefined)
})

test('a key can be bytes', () => {
  const bytes = new TextEncoder().encode(OLD)
  assert.equal(signer(bytes).sign('a', '1'), signer(OLD).sign('a', '1'))
})

test('a short key is refused, and not shown', () => {
  const error = (/** @type {any} */ thrown) => {
    assert.equal(thrown.code, 'ERR_VELOCY_BAD_OPTION')
    assert.doesNotMatch(thrown.message, /keyboard/)
    return /32/.test(thrown.message)
  }
  for (const keys of ['keyboard cat', [OLD, 'keyboard cat'], [], ['']]) {
    assert.throws(() => signer(keys), error)
  }
  const { SECRET } = /** @type {any} */ ({})
  assert.throws(() => signer(SECRET), error)
  assert.throws(() => signer([SECRET, OLD]), error)
})
