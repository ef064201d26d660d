import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import test, { after } from 'node:test'
import { ask, run, startProgram, WHO } from './clusters.js'
import { addressOf } from './library.js'
import { within } from './support.js'

const quiet = { port: 0, host: '127.0.0.1', workers: 2 }
const ROUTER = `
  const router = new Router()
  router.get('/who', () => ({ pid: process.pid }))
  const quiet = ${JSON.stringify(quiet)}
`

test('an app that is given itself runs its program in each worker', async () => {
  const child = startProgram(`${ROUTER}
    const cluster = await serve(() => {
      console.log('in a worker')
      return router
    }, quiet)
    console.log(cluster.url)`)
  const closed = once(child, 'close')
  /** @type {string[]} */
  const lines = []
  for await (const line of createInterface(child.stdout)) {
    lines.push(line)
    if (lines.length === 3) break
  }
  assert.deepEqual(lines.slice(0, 2), ['in a worker', 'in a worker'])
  const app = { host: '127.0.0.1', port: Number(new URL(lines[2]).port) }
  const pids = new Set()
  for (let i = 0; i < 4; i++) pids.add((await ask(app, '/who')).pid)
  assert.equal(pids.size, 2)
  assert.equal(pids.has(child.pid), false)
  child.kill('SIGKILL')
  // They had its output, so they have ended, too.
  await within(closed, 'the workers to end with their primary', 20_000)
})

test('the same app may be served again, and no other one', async () => {
  const { stdout, stderr } = await run(`${ROUTER}
    for (let i = 0; i < 2; i++) {
      const cluster = await serve(router, quiet)
      console.log((await (await fetch(cluster.url + '/who')).json()).pid > 0)
      await cluster.close()
    }
    await serve(new Router(), quiet).catch(({ code }) => console.log(code))`)
  assert.equal(stderr, '')
  assert.equal(stdout, 'true\ntrue\nERR_VELOCY_CLUSTER_SECOND\n')
})

test('an app that is given itself comes first', async () => {
  const { stdout } = await run(`${ROUTER}
    const url = new URL('data:text/javascript,')
    await serve(url, quiet).catch(({ code }) => console.log(code))
    await serve(router, quiet).catch(({ code }) => console.log(code))`)
  assert.equal(stdout, 'ERR_VELOCY_CLUSTER_START\nERR_VELOCY_CLUSTER_SECOND\n')
})

test('a worker of somebody else serves nothing', async () => {
  const { stdout } = await run(`
    import cluster from 'node:cluster'
    if (cluster.isPrimary) cluster.fork()
    else {
      await serve(new Router()).catch(({ code }) => console.log(code))
      process.disconnect()
    }`)
  assert.equal(stdout, 'ERR_VELOCY_CLUSTER_SECOND\n')
})

test('an executable that is not there is an error, not a crash', async () => {
  const { stdout, stderr } = await run(`${ROUTER}
    process.execPath = '/nowhere/node'
    await serve(router, quiet).catch(({ message }) => console.log(message))`)
  assert.equal(stderr, '')
  assert.equal(stdout, 'Worker 1 did not start: spawn /nowhere/node ENOENT\n')
})

test('workers accept from one socket when it is shared', async () => {
  const { stdout, stderr } = await run(`${ROUTER}
    import cluster from 'node:cluster'
    const ours = await serve(router, { ...quiet, schedule: 'shared' })
    console.log(cluster.schedulingPolicy === cluster.SCHED_NONE)
    const pids = new Set(ours.workers.map(({ pid }) => pid))
    for (let i = 0; i < 8; i++) {
      const { pid } = await (await fetch(ours.url + '/who')).json()
      if (!pids.has(pid)) console.log(pid, 'is no worker')
    }
    await ours.close()
    await fetch(ours.url).catch(({ cause }) => console.log(cause.code))`)
  assert.equal(stderr, '')
  assert.equal(stdout, 'true\nECONNREFUSED\n')
})

test('a worker that throws tells why it ends', async () => {
  const { stdout, stderr } = await run(`${ROUTER}
    router.get('/throw', () => void setImmediate(() => {
      throw new Error('late')
    }))
    const cluster = await serve(router, { ...quiet, workers: 1 })
    cluster.on('exit', ({ code, reason, failure }) => {
      console.log(code, reason, failure.text.split(' at ')[0])
      cluster.close()
    })
    await fetch(cluster.url + '/throw').catch(() => {})`)
  assert.match(stdout, /^1 crash Error: late\n/)
  assert.match(stderr, /Error: late\n +at/)
  assert.match(
    stderr,
    /^Worker 1 \(process \d+\) .*\(crash\): exit code 1: late$/m,
  )
})

test('a place that waits for its next worker does not hold the process', async () => {
  const { code, stderr } = await run(`${ROUTER}
    const longest = 2 ** 31 - 1
    const restart = { delay: longest, maxDelay: longest }
    const cluster = await serve(router, { ...quiet, restart })
    cluster.once('exit', () => setImmediate(() => cluster.close()))
    process.kill(cluster.workers[0].pid, 'SIGKILL')`)
  assert.match(stderr, /^Worker 1 .*\(crash\): SIGKILL$/m)
  assert.equal(code, 0)
})

test('what a listener throws is not swallowed', async () => {
  const { stderr, code } = await run(`${ROUTER}
    const cluster = await serve(router, { ...quiet, workers: 1 })
    cluster.on('exit', () => { throw new Error('of a listener') })
    process.kill(cluster.workers[0].pid, 'SIGKILL')`)
  assert.match(stderr, /Error: of a listener/)
  assert.equal(code, 1)
})

for (const options of [
  ['-e'],
  ['--input-type=module', '-e'],
  ['--input-type', 'module', '-e'],
  ['-p'],
  ['--input-type=module', '-'],
]) {
  test(`node ${options.join(' ')}: its program is the primary's`, async () => {
    const program = `
      console.log('once')
      import('${addressOf('lib/cluster/index.js')}').then(async ({ serve }) => {
        const cluster = await serve(new URL(${JSON.stringify(WHO.href)}), ${JSON.stringify(quiet)})
        console.log(cluster.workers.length)
        await cluster.close()
      })`
    const isRead = options.at(-1) === '-'
    const argv = isRead ? options : [...options, program]
    const child = spawn(process.execPath, argv)
    after(() => child.kill('SIGKILL'))
    child.stdin.end(isRead ? program : '')
    const [stdout, stderr] = await within(
      Promise.all([text(child.stdout), text(child.stderr)]),
      'a program to end',
      20_000,
    )
    assert.equal(stderr, '')
    // What -p prints besides is the value of its program.
    assert.equal(stdout.replace(/^Promise .*\n/gm, ''), 'once\n2\n')
  })
}
