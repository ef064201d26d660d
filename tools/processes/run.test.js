import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { cleanEnv, run } from './run.js'

const node = process.execPath
const runModule = new URL('run.js', import.meta.url).href

/**
 * @param {number} pid
 * @returns {boolean}
 */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/**
 * @param {number} pid
 */
async function ended(pid) {
  const deadline = performance.now() + 5000
  while (isAlive(pid)) {
    assert.ok(performance.now() < deadline, `process ${pid} still runs`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** A program that starts another one, prints its pid, and waits for ever. */
const parent = `
const { spawn } = require('node:child_process')
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
console.log(child.pid)
`

test('the output, the status and the lines of a program', async () => {
  /** @type {string[]} */
  const lines = []
  const script = `console.log('a\\nb'); console.error('c'); process.exit(3)`
  const result = await run(node, ['-e', script], {
    onLine: (line) => lines.push(line),
  })
  assert.equal(result.status, 3)
  assert.equal(result.stdout, 'a\nb\n')
  assert.deepEqual([...lines].sort(), ['a', 'b', 'c'])
  assert.equal(result.timedOut, false)
})

test('a program that is not there is a failure, not an exception', async () => {
  const result = await run('/no/such/program', [])
  assert.match(result.failure, /ENOENT/)
  assert.notEqual(result.status, 0)
})

test('a time limit ends the program and what it started', async () => {
  let result = await run(node, ['-e', parent], { timeout: 1 })
  // A busy machine may take longer until there is a child.
  for (let s = 2; result.timedOut && result.output === ''; s *= 2) {
    result = await run(node, ['-e', parent], { timeout: s })
  }
  assert.equal(result.timedOut, true)
  await ended(Number(result.output))
})

test('what a program leaves behind ends with it', async () => {
  const script = `${parent}; child.unref(); setTimeout(process.exit, 100)`
  const result = await run(node, ['-e', script], { timeout: 20 })
  assert.equal(result.status, 0)
  await ended(Number(result.output))
})

test('Ctrl-C ends the children', async () => {
  const script = `
    import { endChildrenOnSignal, run } from ${JSON.stringify(runModule)}
    endChildrenOnSignal()
    await run(process.execPath, ['-e', ${JSON.stringify(parent)}], {
      onLine: (line) => console.log(line),
    })`
  const child = spawn(node, ['--input-type=module', '-e', script], {
    env: cleanEnv(),
  })
  const pid = await new Promise((resolve) => {
    child.stdout.setEncoding('utf8').once('data', (text) => {
      resolve(Number(text))
    })
  })
  child.kill('SIGINT')
  const status = await new Promise((resolve) => child.on('exit', resolve))
  assert.equal(status, 130)
  await ended(pid)
})

test('a child knows nothing of the test runner around it', () => {
  const env = cleanEnv({ APP: 'x', HOME: undefined })
  assert.equal(env.NODE_TEST_CONTEXT, undefined)
  assert.equal(env.APP, 'x')
  assert.equal('HOME' in env, false)
})

test('a program that prints without end is ended', async () => {
  const script = `setInterval(() => console.log('x'.repeat(1000)), 1)`
  const options = { timeout: 30, maxOutput: 5000 }
  const result = await run(node, ['-e', script], options)
  assert.deepEqual([result.flooded, result.timedOut], [true, false])
})

test('Ctrl-C ends what a busy child has started, even by force', async () => {
  const stubborn = `
    process.on('SIGTERM', () => {})
    console.log(process.pid)
    setInterval(() => {}, 1e6)`
  const busy = `
    process.on('SIGTERM', () => {
      for (const end = performance.now() + 500; performance.now() < end; );
    })`
  const runner = (/** @type {string} */ program) => `
    import { endChildrenOnSignal, run } from ${JSON.stringify(runModule)}
    endChildrenOnSignal()
    const args = ['--input-type=module', '-e', ${JSON.stringify(program)}]
    const onLine = (line) => console.log(line)
    await run(process.execPath, args, { timeout: Infinity, onLine })`
  const program = runner(busy + runner(stubborn))
  const child = spawn(node, ['--input-type=module', '-e', program], {
    env: cleanEnv(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  child.kill('SIGINT')
  await ended(Number(line))
})

test('a signal ends a program, before it runs and while it does', async () => {
  const endless = ['-e', 'setInterval(() => {}, 1000)']
  for (const signal of [AbortSignal.abort(), AbortSignal.timeout(200)]) {
    const result = await run(node, endless, { timeout: 30, signal })
    assert.deepEqual([result.status, result.timedOut], [null, false])
  }
})
