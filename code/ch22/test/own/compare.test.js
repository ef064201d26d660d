import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { addressOf, library } from '../library.js'
import { PATIENCE, within } from '../support.js'

/** @import { TestContext } from 'node:test' */

const FILE = 'steps/compare.js'

/** What `compare` prints is not for whoever reads the tests. */
async function loadCompare(/** @type {TestContext} */ t) {
  const module = await library(FILE)
  /** @type {string[]} */
  const lines = []
  t.mock.method(console, 'log', (/** @type {string} */ line) => {
    lines.push(line)
  })
  return { ...module, lines }
}

/**
 * @param {TestContext} t
 * @param {string[]} programs of servers, which run in the same folder
 * @returns {string[]} the commands that start them
 */
function commandsFor(t, ...programs) {
  const folder = mkdtempSync(path.join(tmpdir(), 'compare-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return programs.map((program, i) => {
    const file = path.join(folder, `${i}.cjs`)
    writeFileSync(file, program)
    return `"${process.execPath}" "${file}"`
  })
}

/** @param {string} handler of `(req, res)` @param {string} [before] */
const serverOf = (handler, before = '') => `
  ${before}
  const server = require('node:http').createServer((req, res) => { ${handler} })
  server.listen(process.env.PORT, '127.0.0.1', () => {
    console.log('I listen on http://127.0.0.1:' + server.address().port)
  })`
const HELLO = serverOf("res.end('hello')")

/** Long enough for an answer on a machine that has much else to do, in ms. */
const LONG = { DURATION: '300' }

/** @param {TestContext} t @param {string[]} args @param {NodeJS.ProcessEnv} [env] */
function start(t, args, env) {
  const file = fileURLToPath(addressOf(FILE))
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...process.env, ROUNDS: '5', DURATION: '150', ...env },
  })
  t.after(() => child.kill())
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += text
    })
  }
  const ended = once(child, 'close').then(([code]) => ({ code, output }))
  return { child, ended }
}

/** @param {TestContext} t @param {string[]} args @param {NodeJS.ProcessEnv} [env] */
const run = (t, args, env) =>
  within(start(t, args, env).ended, 'it to end', 10 * PATIENCE)

test('rounds that agree make it certain', async () => {
  const { verdict } = await library(FILE)
  const slower = [0.6, 0.62, 0.58, 0.99, 0.61]
  assert.equal(verdict(slower), 'B/A 0.610, from 0.580 to 0.990: certain')
  const faster = [1.3, 1.2, 1.25, 1.01, 1.6, 1.5]
  assert.equal(verdict(faster), 'B/A 1.275, from 1.010 to 1.600: certain')
})

test('a single round that says otherwise makes it level', async () => {
  const { verdict } = await library(FILE)
  const ratios = [0.6, 0.62, 1.01, 0.5, 0.61, 0.7, 0.6, 0.6, 0.6]
  assert.equal(verdict(ratios), 'B/A 0.600, from 0.500 to 1.010: level')
})

test('fewer than five rounds make nothing certain', async () => {
  const { verdict } = await library(FILE)
  assert.match(verdict([2, 2, 2, 2]), /: level$/)
  assert.match(verdict([2, 2, 2, 2, 2]), /: certain$/)
})

test('on a machine that gets slower, a server is level with itself', async (t) => {
  const { compare } = await loadCompare(t)
  let rate = 1000
  const measure = async () => ({ rate: rate--, busy: 0 })
  assert.match(await compare(measure, 9), /: level$/)
})

test('on such a machine, a server that is slower is still found', async (t) => {
  const { compare, lines } = await loadCompare(t)
  let rate = 1000
  const measure = async (/** @type {string} */ name) => {
    rate--
    return { rate: name === 'A' ? rate : rate / 2, busy: 0.5 }
  }
  assert.match(await compare(measure, 9), /^B\/A 0\.499, .*: certain$/)
  assert.equal(lines.length, 9)
  assert.equal(lines[0], '1: B/A 0.499 (A 999/s, client 50% busy)')
})

test('one round with an error, and there is no verdict', async (t) => {
  const { compare, lines } = await loadCompare(t)
  let calls = 0
  const measure = async () => {
    calls++
    if (calls === 4) throw new Error('it closes connections')
    return { rate: calls, busy: 0 }
  }
  await assert.rejects(compare(measure, 5), { message: /^no verdict/ })
  assert.equal(lines.length, 5)
  assert.equal(lines[1], '2: invalid. it closes connections')
})

test('a server that computes for each request is slower', async (t) => {
  const busy = serverOf(`
    for (const end = performance.now() + 10; performance.now() < end; );
    res.end('hello')`)
  const { code, output } = await run(t, commandsFor(t, HELLO, busy), LONG)
  assert.equal(code, 0, output)
  assert.match(output, /^B\/A 0\.\d+, from 0\.\d+ to 0\.\d+: certain$/m)
})

test('what a whole server sends in pieces is an answer, too', async (t) => {
  const pieces = serverOf(`
    res.write('x'.repeat(100_000))
    setImmediate(() => res.end('y'.repeat(100_000)))`)
  const { code, output } = await run(t, commandsFor(t, pieces, pieces), {
    ...LONG,
    ROUNDS: '1',
  })
  assert.equal(code, 0, output)
  assert.match(output, /: (level|certain)$/m)
})

test('a server that answers less is refused', async (t) => {
  const less = serverOf("res.end('hell')")
  const { code, output } = await run(t, commandsFor(t, HELLO, less))
  assert.equal(code, 1)
  assert.match(output, /1\.cjs": its content-length is\n4\nand not\n5\n$/)
})

test('so are another status, another type and another body', async (t) => {
  const others = [
    'res.statusCode = 203',
    "res.setHeader('content-type', 'a/b')",
  ]
  const commands = commandsFor(
    t,
    HELLO,
    ...others.map((line) => serverOf(`${line}; res.end('hello')`)),
    serverOf("res.end('hallo')"),
  )
  const words = ['status', 'content-type', 'body']
  const results = await Promise.all(
    words.map((_, i) => run(t, [commands[0], commands[i + 1]])),
  )
  for (const [i, { code, output }] of results.entries()) {
    assert.equal(code, 1)
    assert.match(output, new RegExp(`: its ${words[i]} is\n`))
    assert.doesNotMatch(output, /B\/A/)
  }
})

test('a server whose answer is longer than it says is refused', async (t) => {
  const cut = serverOf("res.setHeader('content-length', 3); res.end('joã')")
  const { code, output } = await run(t, commandsFor(t, cut, cut))
  assert.equal(code, 1)
  assert.match(output, /0\.cjs": Parse Error/)
})

for (const [what, change] of [
  ['another status', "res.statusCode = 503; res.statusMessage = 'OK'"],
  ['a longer answer', "text = 'hello, world'"],
]) {
  test(`${what} under load makes all rounds invalid`, async (t) => {
    const changing = serverOf(
      `if (count++ > 10) { ${change} } res.end(text)`,
      "let count = 0; let text = 'hello'",
    )
    const { code, output } = await run(t, commandsFor(t, HELLO, changing))
    assert.equal(code, 1)
    assert.match(output, /^5: invalid\. .*1\.cjs": its answers differ$/m)
    assert.match(output, /^no verdict/m)
  })
}

test('so do connections that are closed', async (t) => {
  const closing = serverOf(
    "if (count++ > 10) res.setHeader('connection', 'close'); res.end('hello')",
    'let count = 0',
  )
  const { code, output } = await run(t, commandsFor(t, HELLO, closing))
  assert.equal(code, 1)
  assert.match(output, /^5: invalid\. .*1\.cjs": /m)
})

test('a round lasts until there is an answer', async (t) => {
  const late = serverOf("setTimeout(() => res.end('hello'), 1000)")
  const commands = commandsFor(t, late, late)
  const { code, output } = await run(t, commands, { ROUNDS: '1' })
  assert.equal(code, 0, output)
  assert.match(output, /^1: B\/A (?!0\.000)\d/m)
})

test('a path goes to both, with its name encoded', async (t) => {
  const echo = serverOf('res.end(req.url)')
  const strict = serverOf(
    "res.statusCode = req.url === '/jo%C3%A3o?id=10' ? 200 : 404; res.end(req.url)",
  )
  const commands = commandsFor(t, echo, strict)
  const { code, output } = await run(t, [...commands, '/joão?id=10'], {
    ...LONG,
    ROUNDS: '1',
  })
  assert.equal(code, 0, output)
})

test('a server that is not there is named', async (t) => {
  const [hello] = commandsFor(t, HELLO)
  const { code, output } = await run(t, [hello, 'no-such-server --fast'])
  assert.equal(code, 1)
  const message = 'no-such-server --fast: it never said where it listens\n'
  assert.ok(output.endsWith(message), output)
})

test('port 0 is not where a server listens', async (t) => {
  const [hello] = commandsFor(t, HELLO)
  const { code, output } = await run(t, ['echo http://localhost:0', hello])
  assert.equal(code, 1)
  assert.match(output, /: it never said where it listens\n$/)
})

test('without two commands, it says how it is used', async (t) => {
  const { code, output } = await run(t, ['node server.js'])
  assert.equal(code, 1)
  assert.equal(output, 'node steps/compare.js COMMAND COMMAND [PATH]\n')
})

test('Ctrl+C ends the servers, and what they have started', async (t) => {
  // The grandchild holds on to the same stderr, which closes with the last.
  const parent = serverOf(
    "res.end('hello')",
    `const { spawn } = require('node:child_process')
     const wait = ['-e', 'console.error("started"); setInterval(() => {}, 1e6)']
     spawn(process.execPath, wait, { stdio: ['ignore', 'ignore', 'inherit'] })
     process.on('SIGTERM', () => {})`,
  )
  const [command] = commandsFor(t, parent)
  const { child, ended } = start(t, [command, command])
  await within(once(child.stderr, 'data'), 'a server to start')
  child.kill('SIGINT')
  const { code } = await within(ended, 'all of them to end')
  assert.equal(code, 1)
})
