import assert from 'node:assert/strict'
import test from 'node:test'
import { moduleOf, run } from './clusters.js'
import { OWN_HOST } from './support.js'

const quiet = { port: 0, host: OWN_HOST, workers: 2 }
const { href } = moduleOf(`
  const router = new Router()
  router.get('/who', () => ({ pid: process.pid }))
  router.get('/throw', () => void setImmediate(() => {
    throw new Error('late')
  }))
  export default router`)
const PROGRAM = `
  const quiet = ${JSON.stringify(quiet)}
  const app = new URL(${JSON.stringify(href)})
`

test('a process has one cluster at a time, and a worker none', async () => {
  const { stdout } = await run(`${PROGRAM}
    import cluster from 'node:cluster'
    const tell = ({ code }) => console.log(code)
    if (cluster.isWorker) {
      await serve(app, quiet).catch(tell)
      process.disconnect()
    } else {
      const worker = cluster.fork()
      await new Promise((resolve) => worker.once('exit', resolve))
      for (let i = 0; i < 2; i++) {
        const ours = await serve(app, quiet)
        await serve(app, quiet).catch(tell)
        await ours.close()
      }
    }`)
  assert.equal(stdout, 'ERR_VELOCY_CLUSTER_SECOND\n'.repeat(3))
})

test('an executable that is not there is an error, not a crash', async () => {
  const { stdout, stderr } = await run(`${PROGRAM}
    process.execPath = '/nowhere/node'
    await serve(app, quiet).catch(({ message }) => console.log(message))`)
  assert.equal(stderr, '')
  assert.equal(stdout, 'Worker 1 did not start: spawn /nowhere/node ENOENT\n')
})

test('workers accept from one socket when it is shared', async () => {
  const { stdout, stderr } = await run(
    `${PROGRAM}
    import cluster from 'node:cluster'
    const ours = await serve(app, quiet)
    console.log(cluster.schedulingPolicy === cluster.SCHED_NONE)
    const pids = new Set(ours.workers.map(({ pid }) => pid))
    for (let i = 0; i < 8; i++) {
      const { pid } = await (await fetch(ours.url + '/who')).json()
      if (!pids.has(pid)) console.log(pid, 'is no worker')
    }
    await ours.close()
    await fetch(ours.url).catch(({ cause }) => console.log(cause.code))`,
    { env: { ...process.env, NODE_CLUSTER_SCHED_POLICY: 'none' } },
  )
  assert.equal(stderr, '')
  assert.equal(stdout, 'true\nECONNREFUSED\n')
})

test('a worker that throws tells why it ends', async () => {
  const { stdout, stderr } = await run(`${PROGRAM}
    const cluster = await serve(app, { ...quiet, workers: 1 })
    cluster.on('exit', ({ code, reason, failure }) => {
      console.log(code, reason, failure.stack.split(' at ')[0])
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
  const { code, stderr } = await run(`${PROGRAM}
    const longest = 2 ** 31 - 1
    const restart = { delay: longest, maxDelay: longest }
    const cluster = await serve(app, { ...quiet, restart })
    cluster.once('exit', () => setImmediate(() => cluster.close()))
    process.kill(cluster.workers[0].pid, 'SIGKILL')`)
  assert.match(stderr, /^Worker 1 .*\(crash\): SIGKILL$/m)
  assert.equal(code, 0)
})

test('what a listener throws is not swallowed', async () => {
  const { stderr, code } = await run(`${PROGRAM}
    const cluster = await serve(app, { ...quiet, workers: 1 })
    cluster.on('exit', () => { throw new Error('of a listener') })
    process.kill(cluster.workers[0].pid, 'SIGKILL')`)
  assert.match(stderr, /Error: of a listener/)
  assert.equal(code, 1)
})
