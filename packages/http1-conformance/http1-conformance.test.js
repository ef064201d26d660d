/** That the table, its verdicts and the reference notice what is wrong. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { AnswerReader } from './answers.js'
import { rows } from './cases/index.js'
import { chance, sample } from './fuzz/generate.js'
import { readRequests } from './fuzz/reference.js'
import { rules } from './rules.js'
import { tryCase } from './verdict.js'

/** @import { TestContext } from 'node:test' */

/**
 * A server that believes whatever it is sent.
 *
 * @param {TestContext} t
 * @param {(text: string) => string} answer to what has come
 * @returns {Promise<number>} its port
 */
async function naive(t, answer) {
  const server = net.createServer((socket) => {
    socket.setEncoding('latin1')
    socket.on('error', () => {})
    socket.on('data', (text) => socket.write(answer(String(text)), 'latin1'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return /** @type {net.AddressInfo} */ (server.address()).port
}

/** @param {string} name */
function row(name) {
  const found = rows.find((one) => one.name === name)
  assert.ok(found, name)
  return { ...found, cuts: /** @type {['whole']} */ (['whole']) }
}

/** @param {object} seen */
const ok = (seen) => {
  const body = JSON.stringify(seen)
  return `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}

test('there are at least 250 cases, each with a name of its own', () => {
  assert.ok(rows.length >= 250, `got ${rows.length}`)
  const names = rows.map(({ area, name }) => `${area}: ${name}`)
  const twice = names.filter((name, i) => names.indexOf(name) !== i)
  assert.deepEqual(twice, [])
})

test('each rule has a case, a section and a sentence', () => {
  for (const [id, { section, says }] of Object.entries(rules)) {
    assert.match(section, /^RFC 9(110|112|293) §/, id)
    assert.ok(says.length > 15, id)
    assert.ok(
      rows.some(({ rule }) => rule === id),
      `no case rests on ${id}`,
    )
  }
})

test('a server that takes what it must refuse has failed', async (t) => {
  const port = await naive(t, (text) =>
    text
      .split(/(?=GET )/)
      .map((one) => ok({ target: /GET (\S+)/.exec(one)?.[1], method: 'GET' }))
      .join(''),
  )
  const server = { port, patience: 500 }
  const { mark, got } = await tryCase(row('Host twice'), server)
  assert.equal(mark, 'failed')
  assert.match(got ?? '', /^200 .*kept$/)
})

test('a server that is silent has failed, whatever the rule', async (t) => {
  const port = await naive(t, () => '')
  const server = { port, patience: 200 }
  const { mark, got } = await tryCase(row('a line without colon'), server)
  assert.deepEqual([mark, got], ['failed', 'silent'])
})

test('more answers than requests have failed', async (t) => {
  const port = await naive(t, () => ok({ target: '/' }) + ok({ target: '/b' }))
  const name = 'a body that looks like a request'
  const { mark } = await tryCase(row(name), { port, patience: 500 })
  assert.equal(mark, 'failed')
})

test('answers are read strictly', () => {
  /** @param {string} text @param {string[]} methods */
  const read = (text, methods = []) => {
    const reader = new AnswerReader(methods)
    for (const byte of text) reader.push(byte)
    reader.end()
    return [reader.problem, ...reader.answers.map(({ body }) => body)]
  }
  const head = 'HTTP/1.1 200 OK\r\n'
  const chunks = `${head}Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n`
  assert.deepEqual(read(`${head}Content-Length: 2\r\n\r\nab`), ['', 'ab'])
  assert.deepEqual(read(chunks + chunks), ['', 'ab', 'ab'])
  assert.deepEqual(read(`${head}\r\nab`), ['', 'ab'])
  assert.deepEqual(read(`${head}Content-Length: 2\r\n\r\n`, ['HEAD']), ['', ''])
  assert.match(read('HTTP/1.1 OK\r\n\r\n')[0], /no status line/)
  assert.match(read(`${head}X : 1\r\n\r\n`)[0], /no field line/)
  assert.match(read(`${head}Content-Length: 2\r\n\r\na`)[0], /half an answer/)
})

test('the reference reads what is right, and says what is wrong', () => {
  const limits = {
    methods: ['GET', 'POST'],
    maxHeaderSize: 99,
    maxHeadersCount: 9,
  }
  /** @param {string} text */
  const read = (text) => {
    const { requests, end, why } = readRequests(text, limits)
    return [requests.map(({ body }) => body).join('|'), end, why]
  }
  const post = 'POST / HTTP/1.1\r\nHost: a\r\n'
  const chunked = `${post}Transfer-Encoding: chunked\r\n\r\n`
  assert.deepEqual(read(`${post}Content-Length: 2\r\n\r\nab`), [
    'ab',
    'waits',
    '',
  ])
  assert.deepEqual(read(`${chunked}2;x\r\nab\r\n0\r\n\r\n`), [
    'ab',
    'waits',
    '',
  ])
  assert.deepEqual(read(`${chunked}2\r\nabX`)[1], 'refuses')
  assert.deepEqual(read(`${post}Host: a\r\n\r\n`)[2], 'Host twice')
  assert.deepEqual(read(`${post}X : a\r\n\r\n`)[2], 'space before a colon')
  assert.deepEqual(read(`${post}Connection: close\r\n\r\nx`), [
    '',
    'closes',
    '',
  ])
})

test('a seed makes the same sample each time', () => {
  const samples = Array.from({ length: 50 }, (_, seed) => sample(chance(seed)))
  assert.equal(new Set(samples).size, 50)
  assert.equal(sample(chance(7)), samples[7])
})

/**
 * @param {...string} args
 * @returns {Promise<{ status: number, stdout: string, stderr: string }>}
 */
const cli = (...args) =>
  new Promise((resolve) => {
    const program = fileURLToPath(new URL('cli.js', import.meta.url))
    execFile(process.execPath, [program, ...args], (error, stdout, stderr) => {
      resolve({ status: Number(error?.code ?? 0), stdout, stderr })
    })
  })

const example = fileURLToPath(new URL('examples/node-http.js', import.meta.url))
const host = ['--case', 'Host twice', '--patience', '500']

test('a server is started by a command, and its cases are counted', async () => {
  const wanted = ['--case', 'a body that looks like a request']
  const own = [...wanted, '--', process.execPath, example]
  const { status, stdout, stderr } = await cli(...own)
  assert.equal(status, 0, stderr)
  assert.match(stdout, /^ +cases +passed +failed +noted$/m)
  assert.match(stdout, /^all +(\d+) +\1 +0 +0$/m)
})

test('cases for a server that takes upgrades are apart', async (t) => {
  process.env.UPGRADES = '1'
  t.after(() => delete process.env.UPGRADES)
  const { stdout } = await cli('--upgrades', '--', process.execPath, example)
  const upgrades = rows.filter(({ needs }) => needs === 'upgrade').length
  assert.match(stdout, new RegExp(`^all +${upgrades} `, 'm'))
})

test('a case that has failed is told, with its rule and the exit status', async (t) => {
  const port = await naive(t, () => ok({ method: 'GET', target: '/mirror' }))
  const { status, stdout } = await cli(...host, `127.0.0.1:${port}`)
  assert.equal(status, 1)
  assert.match(
    stdout,
    /failed {2}\S+ · Host twice.* \(RFC 9112 §3\.2\)\n +sent/,
  )
  const json = await cli(...host, '--json', String(port))
  const [first] = JSON.parse(json.stdout).cases
  assert.equal(first.mark, 'failed')
  assert.match(first.rule.says, /400 \(Bad Request\)/)
})

test('a server that does not tell what it has seen is not tried', async (t) => {
  const port = await naive(t, () => ok({}))
  const { status, stderr } = await cli(`127.0.0.1:${port}`)
  assert.equal(status, 2)
  assert.match(stderr, /got 200 "\{\}", expected 200 and .*see the README/)
})

test('without a server it says what it expects', async () => {
  const { status, stderr } = await cli('nothing')
  assert.equal(status, 2)
  assert.match(stderr, /got nothing, expected HOST:PORT or -- COMMAND/)
  const gone = await cli('--', process.execPath, '-e', '')
  assert.equal(gone.status, 2)
  assert.match(gone.stderr, /it ended with status 0/)
})
