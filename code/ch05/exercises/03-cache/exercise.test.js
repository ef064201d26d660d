import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { cached } = await import(new URL(file, import.meta.url).href)

/** @type {Record<string, string>} the server's texts, by language */
let texts = {}
/** What it sent. @type {string[]} */
let bodies = []
let requests = 0

/** @param {string} url @param {Record<string, string>} sent */
async function origin(url, sent) {
  requests++
  if (url === '/none') return { status: 404, headers: {}, body: 'none' }
  if (url === '/now') {
    return { status: 200, headers: {}, body: `request ${requests}` }
  }
  const language = sent['accept-language']?.startsWith('pt') ? 'pt-BR' : 'en'
  const etag = `"${url} ${texts[language]}"`.replaceAll(' ', '-')
  const headers = { etag, vary: 'Accept-Language', age: String(requests) }
  const tags = (sent['if-none-match'] ?? '').split(/, */)
  if (tags.includes(etag) || tags.includes(`W/${etag}`)) {
    return { status: 304, headers: { ...headers, etag: `W/${etag}` }, body: '' }
  }
  bodies.push(texts[language])
  return { status: 200, headers, body: texts[language] }
}

beforeEach(() => {
  texts = { en: 'hello', 'pt-BR': 'ola' }
  bodies = []
  requests = 0
})

test('the first answer is the server’s', async () => {
  const { status, body } = await cached(origin)('/', {})
  assert.equal(status, 200)
  assert.equal(body, 'hello')
})

test('the second one is asked for, and not downloaded', async () => {
  const get = cached(origin)
  await get('/', {})
  const { status, body } = await get('/', {})
  assert.equal(status, 200)
  assert.equal(body, 'hello')
  assert.equal(requests, 2)
  assert.deepEqual(bodies, ['hello'])
})

test('what has changed is downloaded, and then not again', async () => {
  const get = cached(origin)
  await get('/', {})
  texts.en = 'good morning'
  assert.equal((await get('/', {})).body, 'good morning')
  assert.equal((await get('/', {})).body, 'good morning')
  assert.deepEqual(bodies, ['hello', 'good morning'])
})

test('two languages are two answers', async () => {
  const get = cached(origin)
  for (let i = 0; i < 2; i++) {
    assert.equal((await get('/', { 'accept-language': 'en' })).body, 'hello')
    assert.equal((await get('/', { 'accept-language': 'pt' })).body, 'ola')
  }
  assert.deepEqual(bodies, ['hello', 'ola'])
})

test('two ways to ask for one representation download it once', async () => {
  const get = cached(origin)
  await get('/', { 'accept-language': 'en' })
  await get('/', { 'accept-language': 'pt' })
  const { body } = await get('/', { 'accept-language': 'pt-BR, en;q=0.5' })
  assert.equal(body, 'ola')
  assert.deepEqual(bodies, ['hello', 'ola'])
})

test('two resources are two resources', async () => {
  const get = cached(origin)
  await get('/a', {})
  await get('/b', {})
  assert.equal(bodies.length, 2)
})

test('a 304 renews the headers', async () => {
  const get = cached(origin)
  assert.equal((await get('/', {})).headers.age, '1')
  assert.equal((await get('/', {})).headers.age, '2')
})

test('errors, and what has no tag, are not kept', async () => {
  const get = cached(origin)
  await get('/none', {})
  assert.equal((await get('/none', {})).status, 404)
  assert.equal((await get('/now', {})).body, 'request 3')
  assert.equal((await get('/now', {})).body, 'request 4')
})
