import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readCatalogs } from '../../tools/bundle/build.js'
import * as toolchain from '../../tools/processes/toolchain.js'
import {
  linesOf,
  readResult,
  searchedMethod,
  statusesOf,
  toForm,
  toText,
  toWire,
  treeOf,
} from './model.js'
import { presetsOf } from './presets.js'

/** @import { Form } from './model.js' */

const here = path.dirname(fileURLToPath(import.meta.url))
const GET = 'GET /hello HTTP/1.1\nHost: a\n\n'

const CHAPTERS = ['ch06', 'ch07', 'ch08', 'ch09', 'ch10']

/** @param {string} text */
const bytesOf = (text) => new TextEncoder().encode(toWire(text))

/** @param {string} text @param {string[]} [methods] */
const lines = (text, methods = []) =>
  linesOf(bytesOf(text), methods).map(
    ({ kind, text: shown, end }) => `${kind} ${shown}${end && ` ${end}`}`,
  )

test('a form and its text say the same', () => {
  /** @type {Form[]} */
  const forms = [
    { method: 'GET', target: '/', headers: [], body: '' },
    { method: 'PUT', target: '/a?b', headers: [['A', 'b: c']], body: 'é\nf' },
    { method: 'POST', target: '*', headers: [['a', '']], body: '\n\n' },
    {
      method: 'POST',
      target: '/',
      headers: [['Content-Length', '9']],
      body: 'short',
    },
    {
      method: 'POST',
      target: '/',
      headers: [['Transfer-Encoding', 'chunked']],
      body: '0\n\n',
    },
  ]
  for (const form of forms) assert.deepEqual(toForm(toText(form)), form)
})

test('the length of a body is counted in bytes, as it is sent', () => {
  const text = toText({ method: 'PUT', target: '/', headers: [], body: 'é\nf' })
  assert.match(text, /\nContent-Length: 5\n\né\nf$/)
})

for (const text of [
  '',
  'GET /',
  'GET / HTTP/1.1\n',
  'GET /a b HTTP/1.1\n\n',
  'GET / HTTP/1.0\n\n',
  'GET / HTTP/1.1\nA:b\n\n',
  'GET / HTTP/1.1\n\nbody',
  'GET / HTTP/1.1\nno colon\n\n',
]) {
  test(`a form cannot say ${JSON.stringify(text)}`, () => {
    assert.equal(toForm(text), null)
  })
}

test('every line ends in CR LF, whatever was typed', () => {
  assert.equal(toWire('a\nb\r\nc\rd'), 'a\r\nb\r\nc\r\nd')
})

test('a response is told line by line', () => {
  const text = 'HTTP/1.1 200 OK\nContent-Length: 6\n\na\nbé'
  assert.deepEqual(lines(text), [
    'status HTTP/1.1 200 OK CR LF',
    'field Content-Length: 6 CR LF',
    'empty  CR LF',
    'body a CR LF',
    'body bé',
  ])
})

test('the sizes of chunks are told from what is in them', () => {
  const text =
    'HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n3\none\n4\nt\nw\n0\nX: y\n\n'
  assert.deepEqual(lines(text).slice(3), [
    'size 3 CR LF',
    'body one CR LF',
    'size 4 CR LF',
    'body t CR LF',
    'body w CR LF',
    'size 0 CR LF',
    'field X: y CR LF',
    'empty  CR LF',
  ])
})

test('answers without a body are followed by the next', () => {
  const head = 'HTTP/1.1 200 OK\nContent-Length: 2\n\n'
  const text = `HTTP/1.1 100 Continue\n\n${head}${head}ok`
  assert.deepEqual(
    lines(text, ['HEAD', 'GET']).filter((line) => !line.startsWith('field')),
    [
      'status HTTP/1.1 100 Continue CR LF',
      'empty  CR LF',
      'status HTTP/1.1 200 OK CR LF',
      'empty  CR LF',
      'status HTTP/1.1 200 OK CR LF',
      'empty  CR LF',
      'body ok',
    ],
  )
})

for (const bytes of [
  '',
  'x',
  '\n',
  'HTTP/1.1 200 OK\nContent-Length: 99\n\na',
]) {
  test(`whatever comes is shown: ${JSON.stringify(bytes)}`, () => {
    const shown = linesOf(bytesOf(bytes), [])
    const whole = shown
      .map(({ text, end }) => text + (end === 'CR LF' ? '\n' : ''))
      .join('')
    assert.equal(whole, bytes)
  })
}

test('a result is found among what the server prints', () => {
  const printed = 'before\n@@{"bytes":[]}\nafter\n'
  assert.deepEqual(readResult(printed, '@@'), {
    result: { bytes: [] },
    rest: 'before\nafter\n',
  })
  assert.deepEqual(readResult('nothing', '@@'), {
    result: null,
    rest: 'nothing',
  })
})

test('a tree has the routes that may answer its method', () => {
  const routes = [
    { method: 'GET', path: '/a' },
    { method: 'POST', path: '/b' },
  ]
  assert.deepEqual(treeOf(routes, 'GET'), ['/a'])
  assert.deepEqual(treeOf(routes, 'HEAD'), ['/a'])
  assert.equal(treeOf(routes, 'PUT'), null)
  assert.deepEqual(treeOf([{ method: '*', path: '/c' }], 'PUT'), ['/c'])
})

test('HEAD is looked for where GET is, unless it has routes of its own', () => {
  const get = { method: 'GET', path: '/a' }
  const head = { method: 'HEAD', path: '/a' }
  assert.equal(searchedMethod([get], 'HEAD'), 'GET')
  assert.equal(searchedMethod([get, head], 'HEAD'), 'HEAD')
  assert.equal(searchedMethod([], 'HEAD'), 'HEAD')
  assert.equal(searchedMethod([get], 'PUT'), 'PUT')
})

test('every preset of a chapter has a text, and a name in every language', () => {
  const catalogs = readCatalogs(path.join(here, 'strings'))
  for (const chapter of CHAPTERS) {
    for (const { name, text } of presetsOf(chapter)) {
      assert.equal(typeof text, 'string', name)
      for (const [language, words] of Object.entries(catalogs)) {
        assert.ok(words[`preset.${name}`], `${language}: ${name}`)
      }
    }
  }
})

const { path: node, reason } = toolchain.node(26)

describe('the lab’s program beside each chapter', {
  skip: node ? false : reason,
}, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'request-lab-'))
  after(() => rmSync(folder, { recursive: true }))
  for (const chapter of CHAPTERS) {
    const code = path.join(folder, chapter)
    cpSync(path.join(here, '../../code', chapter), code, { recursive: true })
    mkdirSync(path.join(code, 'request-lab'))
    const program = path.join(code, 'request-lab/program.js')
    cpSync(path.join(here, 'program.js'), program)
  }

  /**
   * @param {string} chapter
   * @param {string} name of a preset
   */
  const ask = (chapter, name) =>
    send(chapter, presetsOf('all').find((one) => one.name === name)?.text ?? '')

  /**
   * @param {string} chapter
   * @param {string} text of a request
   */
  function send(chapter, text) {
    const program = path.join(folder, chapter, 'request-lab/program.js')
    const { stdout, stderr } = spawnSync(
      String(node),
      [program, toWire(text), '@@'],
      { encoding: 'utf8' },
    )
    const { result } = readResult(stdout, '@@')
    assert.ok(result, stderr)
    const methods = result.requests.map(({ method }) => method)
    const answer = linesOf(Uint8Array.from(result.bytes), methods)
    return { ...result, statuses: statusesOf(answer) }
  }

  for (const chapter of CHAPTERS) {
    test(`${chapter}: the route, the handler, and the bytes`, () => {
      const { requests, bytes, statuses, closed } = ask(chapter, 'get')
      assert.deepEqual(statuses, [200])
      assert.equal(closed, false)
      assert.equal(requests[0].lookups[0].route, 'GET /hello')
      assert.match(
        requests[0].handler?.source ?? '',
        /res\.text\(word\)|=> word$/,
      )
      const text = String.fromCharCode(...bytes)
      assert.match(text, /^HTTP\/1\.1 200 OK\r\n(?:.+\r\n)+\r\nhello$/)
    })

    test(`${chapter}: a method that no route has`, () => {
      const { requests, statuses } = ask(chapter, 'notAllowed')
      assert.deepEqual(statuses, [405])
      const [{ lookups, route, handler }] = requests
      assert.deepEqual([route, handler], [null, null])
      assert.deepEqual(
        lookups.map(({ method, route: found }) => [method, found]),
        [
          ['PUT', null],
          ['GET', 'GET /hello'],
          ['POST', null],
        ],
      )
    })

    test(`${chapter}: what is refused reaches no router`, () => {
      const { requests, statuses, closed } = ask(chapter, 'badLine')
      assert.deepEqual([requests, statuses, closed], [[], [400], true])
    })

    test(`${chapter}: a query`, () => {
      const [{ query }] = ask(chapter, 'query').requests
      assert.deepEqual(query.value, [
        ['id', '1'],
        ['__proto__', '2'],
        ['tag', ['a', 'b']],
      ])
    })

    test(`${chapter}: two requests`, () => {
      const { requests, statuses, closed } = ask(chapter, 'two')
      assert.deepEqual([statuses, closed], [[200, 200], true])
      assert.deepEqual(
        requests.map(({ target }) => target),
        ['/hey', '/hell'],
      )
    })
  }

  for (const [what, text, statuses] of /** @type {const} */ ([
    ['half a head', 'GET /hello HTTP/1.1\nHost', [400]],
    [
      'half a body',
      'POST /echo HTTP/1.1\nHost: a\nContent-Length: 9\n\nhalf',
      [400],
    ],
    ['a whole request, and a half', `${GET}GET /he`, [200, 400]],
  ])) {
    test(`ch09: after ${what} the client ends its side`, () => {
      const result = send('ch09', text)
      assert.deepEqual(result.statuses, statuses)
      const { clientEnded, closed, code } = result
      assert.deepEqual([clientEnded, closed, code], [true, false, undefined])
    })
  }

  test('ch09: nothing is answered by nothing', () => {
    const { bytes, clientEnded, code } = send('ch09', '')
    assert.deepEqual([bytes, clientEnded, code], [[], true, 'closed'])
  })

  test('ch09: an interim answer is not counted', () => {
    const fields = 'Host: a\nExpect: 100-continue\nContent-Length: 2\n'
    const text = `POST /echo HTTP/1.1\n${fields}\nok`
    const { bytes, statuses, clientEnded } = send('ch09', text)
    assert.match(String.fromCharCode(...bytes), /^HTTP\/1.1 100 /)
    assert.deepEqual([statuses, clientEnded], [[200], false])
  })

  test('ch10: a client that asks is seen, whether it may go on or not', () => {
    const asked = ask('ch10', 'expect')
    assert.match(String.fromCharCode(...asked.bytes), /^HTTP\/1.1 100 /)
    assert.deepEqual([asked.statuses, asked.closed], [[200], false])
    assert.equal(asked.requests[0].lookups[0].route, 'POST /echo')
    const refused = ask('ch10', 'tooLarge')
    assert.match(String.fromCharCode(...refused.bytes), /^HTTP\/1.1 413 /)
    assert.deepEqual([refused.statuses, refused.closed], [[413], true])
  })

  for (const [
    name,
    status,
    field,
  ] of /** @type {[string, number, RegExp][]} */ ([
    ['coding', 415, /accept-encoding: gzip/],
    ['negotiated', 200, /content-language: pt-BR/],
    ['notModified', 304, /etag: "/],
    ['notAcceptable', 406, /vary: Accept, Accept-Language/],
  ])) {
    test(`ch10: what answers with ${status} says more in a field`, () => {
      const { bytes, statuses } = ask('ch10', name)
      assert.deepEqual(statuses, [status])
      assert.match(String.fromCharCode(...bytes), field)
    })
  }

  test('ch09: parameters are decoded, and bad escapes say so', () => {
    const [{ params }] = ask('ch09', 'escapes').requests
    assert.deepEqual(params, [['name', 'joão']])
    const [{ lookups }] = ask('ch09', 'badEscape').requests
    assert.match(lookups[0].message ?? '', /^Bad escape: got "\/bench\/%E0%A4"/)
  })
})

test('the program is a module of the page, and names no file of ours', () => {
  const text = readFileSync(path.join(here, 'program.js'), 'utf8')
  assert.doesNotMatch(text, /^import .*'\./m)
})
