import assert from 'node:assert/strict'
import { test } from 'node:test'
import { post, serveBody } from './serve-body.js'
import { rawRequest, request } from './support.js'

const JSON_TYPE = { 'content-type': 'application/json' }

/** @param {any} req @param {any} res */
const echo = async (req, res) => res.json(await req.json())

/**
 * @param {any} app
 * @param {string | Buffer} body
 * @param {Record<string, string>} [headers]
 */
const send = (app, body, headers = JSON_TYPE) =>
  request(app, '/', { method: 'POST', headers, body })

test('a JSON body becomes a value', async () => {
  const app = await serveBody(echo)
  const value = { a: [1, null, 'é😀'], b: { c: true } }
  assert.deepEqual(
    JSON.parse((await send(app, JSON.stringify(value))).text),
    value,
  )
  for (const text of ['0', 'null', 'false', '"x"', '[]']) {
    assert.equal((await send(app, text)).text, text)
  }
})

test('a body that comes byte by byte is the same', async () => {
  const app = await serveBody(echo)
  const bytes = post('{"a":"é"}', JSON_TYPE)
  const chunks = Array.from(bytes, (_, i) => bytes.subarray(i, i + 1))
  const text = (await rawRequest(app.port, chunks)).toString()
  assert.match(text, /\{"a":"é"\}$/)
})

test('a chunked body is the same', async () => {
  const app = await serveBody(echo)
  const head =
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n' +
    'Transfer-Encoding: chunked\r\n\r\n'
  const text = await rawRequest(app.port, [
    head,
    '3\r\n{"a\r\n',
    '5;x=y\r\n":[1]\r\n1\r\n}\r\n0\r\nT: r\r\n\r\n',
  ])
  assert.match(text.toString(), /\{"a":\[1\]\}$/)
})

test('broken JSON is a 400 that says where, and nothing of the body', async () => {
  const app = await serveBody(echo)
  /** @type {[string, string][]} */
  const cases = [
    ['{"password":hunter2}', 'unexpected character at line 1, column 13'],
    ['{\n  "a": 1,\n}', 'unexpected character at line 3, column 1'],
    ['{"a":"é" "b"}', 'unexpected character at line 1, column 10'],
    ['[1, 2', 'unexpected end at line 1, column 6'],
    ['{"a":1}x', 'unexpected character at line 1, column 8'],
    ['{"a":tru}', 'unexpected character at line 1, column 9'],
    ['[01]', 'unexpected character at line 1, column 3'],
    ['"\\x"', 'unexpected character at line 1, column 3'],
    ['"\\u00g0"', 'unexpected character at line 1, column 6'],
    ['"a\tb"', 'unexpected character at line 1, column 3'],
    ['"abc', 'unexpected end at line 1, column 5'],
    ['[1,]', 'unexpected character at line 1, column 4'],
    ['{"a" 1}', 'unexpected character at line 1, column 6'],
    ['{1:2}', 'unexpected character at line 1, column 2'],
    ['-', 'unexpected end at line 1, column 2'],
    ['1.e3', 'unexpected character at line 1, column 3'],
    ["'a'", 'unexpected character at line 1, column 1'],
    ['NaN', 'unexpected character at line 1, column 1'],
    ['{"a":[1}', 'unexpected character at line 1, column 8'],
    ['   ', 'unexpected end at line 1, column 4'],
  ]
  for (const [body, where] of cases) {
    app.errors.length = 0
    assert.equal((await send(app, body)).status, 400, body)
    const [error] = app.errors
    assert.equal(error.code, 'ERR_VELOCY_BAD_JSON')
    assert.equal(
      error.message,
      `Request body is not valid JSON: ${where}`,
      body,
    )
    assert.equal(error.cause, undefined)
  }
})

test('the place of an error is where the engine says it is', async () => {
  const app = await serveBody(echo)
  const text = '{"a":[1,-2.5e3,true,null,{"b":"x\\u00e9\\n"}],"c":{},"d":[]}'
  let compared = 0
  for (let i = 0; i < text.length; i++) {
    for (const wrong of [
      text.slice(0, i),
      `${text.slice(0, i)}~${text.slice(i)}`,
    ]) {
      /** @type {any} */
      let expected
      try {
        JSON.parse(wrong)
      } catch (error) {
        expected = error
      }
      const position = / at position (\d+)/.exec(expected?.message ?? '')?.[1]
      if (position === undefined) continue
      compared++
      await send(app, wrong)
      const column = /column (\d+)/.exec(app.errors.at(-1).message)?.[1]
      assert.equal(Number(column), Number(position) + 1, wrong)
    }
  }
  assert.ok(compared > 50, String(compared))
})

test('an empty body is a 400, with or without a type', async () => {
  const app = await serveBody(echo)
  for (const headers of [{}, JSON_TYPE]) {
    assert.equal((await send(app, '', headers)).status, 400)
    assert.equal(
      app.errors.at(-1).message,
      'Request body is empty, expected JSON',
    )
  }
})

test('a type that is not JSON is a 415 that says what is', async () => {
  const app = await serveBody(echo)
  for (const type of [
    undefined,
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonx',
    'application/json-patch',
    'text/json',
    'application/json, text/plain',
    'json',
    'application/json\tx',
  ]) {
    const answer = await send(app, '{}', type ? { 'content-type': type } : {})
    assert.equal(answer.status, 415, String(type))
    assert.equal(answer.headers.accept, 'application/json')
    const { code, message } = app.errors.at(-1)
    assert.equal(code, 'ERR_VELOCY_BODY_TYPE')
    const got = type ? JSON.stringify(type) : 'nothing'
    assert.equal(message, `Content-Type: got ${got}, expected application/json`)
  }
})

test('types that end in +json are JSON, in any case, with parameters', async () => {
  const app = await serveBody(echo)
  for (const type of [
    'application/json',
    'Application/JSON; charset="UTF-8"',
    'application/json;charset=utf8',
    'application/problem+json',
    'application/vnd.api+json; ext="https://a/b"',
    'application/json ; charset=utf-8',
    'application/json;',
  ]) {
    const answer = await send(app, '[1]', { 'content-type': type })
    assert.equal(answer.text, '[1]', type)
  }
})

test('JSON is UTF-8, whatever charset its type names', async () => {
  const app = await serveBody(echo)
  const type = 'application/json; charset=latin1'
  const sent = await send(app, '"é"', { 'content-type': type })
  assert.equal(sent.text, '"é"')
  const broken = await send(app, Buffer.from('"\xe9"', 'latin1'))
  assert.equal(broken.status, 400)
  const { code, message } = app.errors.at(-1)
  assert.equal(code, 'ERR_VELOCY_BODY_NOT_TEXT')
  assert.equal(message, 'Request body is not valid utf-8')
})

test('a byte order mark is not part of the JSON', async () => {
  const app = await serveBody(echo)
  assert.equal((await send(app, '\ufeff{"a":1}')).text, '{"a":1}')
})

test('a key that changes a prototype is a 400, however it is written', async () => {
  const app = await serveBody(echo)
  for (const body of [
    '{"__proto__":{"isAdmin":true}}',
    '{"a":[{"b":{"__proto__":null}}]}',
    '{"\\u005f_proto__":1}',
    '{"__pr\\u006Fto__":1}',
    '{"__proto__" : 1}',
    '{"constructor":{"prototype":{"isAdmin":true}}}',
    '{"\\u0063onstructor":{"protot\\u0079pe":1}}',
    '[[{"constructor" :{"x":1,"prototype":1}}]]',
  ]) {
    assert.equal((await send(app, body)).status, 400, body)
    assert.equal(app.errors.at(-1).code, 'ERR_VELOCY_JSON_KEY')
  }
})

test('what only looks like such a key is let through', async () => {
  const app = await serveBody(echo)
  for (const body of [
    '{"a":"__proto__"}',
    '["__proto__","prototype","constructor"]',
    '{"proto__":1,"__proto":2}',
    '{"constructor":"Lotus","prototype":1}',
    '{"constructor":null}',
    '{"constructor":[{"name":"prototype"}]}',
    '{"prototype":{"constructor":1}}',
    '{"\\\\u005f_proto__":"an escaped backslash"}',
  ]) {
    const { text } = await send(app, body)
    assert.deepEqual(JSON.parse(text), JSON.parse(body))
  }
})

test('a body may be nested deeply, unless its keys have to be searched', async () => {
  const app = await serveBody(async (req, res) => {
    await req.json()
    res.text('ok')
  })
  /** @param {string} value */
  const nested = (value) => '['.repeat(100_000) + value + ']'.repeat(100_000)
  assert.equal((await send(app, nested('1'))).text, 'ok')
  assert.equal((await send(app, nested('"__proto__"'))).status, 400)
  const { code, message } = app.errors.at(-1)
  assert.equal(code, 'ERR_VELOCY_BAD_JSON')
  assert.equal(message, 'Request body is nested too deeply')
})

test('a long text that is not JSON is not searched for its error', async () => {
  const app = await serveBody(echo)
  assert.equal((await send(app, `[${'1,'.repeat(10_000)}]`)).status, 400)
  assert.equal(app.errors.at(-1).message, 'Request body is not valid JSON')
})

test('each call gives a value of its own', async () => {
  const app = await serveBody(async (req, res) => {
    const first = /** @type {any} */ (await req.json())
    first.a = 2
    res.json(await req.json())
  })
  assert.equal((await send(app, '{"a":1}')).text, '{"a":1}')
})
