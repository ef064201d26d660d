import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import {
  createPool,
  endOf,
  isAlive,
  openFiles,
  outcomeOf,
  poolOf,
  startProgram,
  until,
} from './processes-support.js'
import { within } from './support.js'

/** @param {any} child @returns {Promise<number>} its number, once it runs */
async function running(child) {
  await until(() => child.pid, 'its start')
  return child.pid
}

/** The shell that has started a process. @param {number} pid */
const shellOf = (pid) =>
  Number(/PPid:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

test('as many programs run at once as the pool has places', async () => {
  const pool = poolOf({ size: 2 })
  const children = Array.from({ length: 6 }, () => pool.spawn('cat'))
  const ended = children.map((child) => endOf(child))
  await until(() => pool.counts.running === 2, 'two to run')
  assert.deepEqual(pool.counts, { running: 2, waiting: 4, processes: 2 })
  for (const child of children) {
    await until(() => child.pid, 'its start')
    assert.ok(pool.counts.running <= 2)
    child.stdin?.end()
  }
  assert.deepEqual(await Promise.all(ended), Array(6).fill([0, null]))
  await until(() => pool.counts.running === 0, 'all shells to be free')
  assert.deepEqual(pool.counts, { running: 0, waiting: 0, processes: 2 })
})

for (const [prestart, size] of [
  [2, 3],
  [3, 2],
]) {
  test(`of ${size} places, ${prestart} asked for in advance`, async () => {
    const pool = poolOf({ prestart, size })
    const processes = Math.min(prestart, size)
    assert.deepEqual(pool.counts, { running: 0, waiting: 0, processes })
    const { stdout } = await outcomeOf(pool.spawn('echo', ['hi']))
    assert.equal(stdout, 'hi\n')
  })
}

test('a program is refused when there is no room', async () => {
  const pool = poolOf({ size: 1, queue: 2 })
  const children = Array.from({ length: 4 }, () => pool.spawn('cat'))
  const [error] = await once(children[3], 'error')
  assert.deepEqual([error.code, error.status], ['ERR_VELOCY_POOL_FULL', 503])
  assert.deepEqual(await endOf(children[3]), [-1, null])
  const ends = children.slice(0, 3).map((child) => endOf(child))
  for (const child of children.slice(0, 3)) child.stdin?.end()
  assert.deepEqual(await Promise.all(ends), Array(3).fill([0, null]))
})

test('a waiting program may be killed, and its place goes to the next', async () => {
  const pool = poolOf({ size: 1 })
  const [first, second, third] = ['1', '2', '3'].map(() => pool.spawn('cat'))
  assert.equal(second.kill('SIGINT'), true)
  assert.deepEqual(await endOf(second), [null, 'SIGINT'])
  assert.equal(second.pid, undefined)
  const ends = [first, third].map((child) => endOf(child))
  first.stdin?.end()
  third.stdin?.end()
  assert.deepEqual(await Promise.all(ends), Array(2).fill([0, null]))
})

test('a shell that dies takes its own process along, and no other', async () => {
  const pool = poolOf({ size: 2 })
  const [victim, other] = [pool.spawn('cat'), pool.spawn('cat')]
  const [pid] = await Promise.all([running(victim), running(other)])
  const failed = once(victim, 'error')
  const ended = endOf(victim)
  process.kill(shellOf(pid), 'SIGKILL')
  const [error] = await within(failed, 'the error')
  assert.equal(error.code, 'ERR_VELOCY_LOST')
  assert.deepEqual(await within(ended, 'its end'), [null, 'SIGKILL'])
  await until(() => !isAlive(pid), 'its end')
  // The other one has noticed nothing, and there are two places again.
  const third = pool.spawn('echo', ['third'])
  assert.equal((await outcomeOf(third)).stdout, 'third\n')
  other.stdin?.end('hi')
  assert.equal((await outcomeOf(other)).stdout, 'hi')
})

test('an idle shell that dies is replaced when it is needed', async () => {
  const pool = poolOf({ size: 1 })
  const first = pool.spawn('cat')
  const shell = shellOf(await running(first))
  first.stdin?.end()
  await endOf(first)
  process.kill(shell, 'SIGKILL')
  await until(() => pool.counts.processes === 0, 'the end of the shell')
  const second = await outcomeOf(pool.spawn('echo', ['hi']))
  assert.equal(second.stdout, 'hi\n')
})

test('when a child of a process keeps a pipe, the next program does not wait', async () => {
  const pool = poolOf({ size: 1 })
  const first = pool.spawn('sh', ['-c', 'sleep 60 & echo $!'])
  const exited = once(first, 'exit')
  const [line] = await once(/** @type {any} */ (first.stdout), 'data')
  await exited
  const second = await within(outcomeOf(pool.spawn('echo', ['hi'])), 'the next')
  assert.equal(second.stdout, 'hi\n')
  const closed = endOf(first)
  process.kill(Number(line), 'SIGKILL')
  assert.deepEqual(await within(closed, 'the end of the first'), [0, null])
})

test('pipes that a child of a program still has are not given to the next', async () => {
  const pool = poolOf({ size: 1 })
  const show = 'readlink /proc/self/fd/0 >&2; readlink /proc/self/fd/1 >&2'
  for (const [kept, index] of /** @type {const} */ ([
    ['exec >/dev/null', 0],
    ['exec </dev/null', 1],
  ])) {
    // A shell gives /dev/null to a child in the background: so 5 is kept open.
    const sleeper = `(${kept}; exec sleep 60 2>&-) <&5 5<&-`
    const script = `${show}; exec 5<&0; ${sleeper} & exec 5<&-; echo $!`
    const first = pool.spawn('sh', ['-c', script])
    const [line] = await once(/** @type {any} */ (first.stdout), 'data')
    const before = await text(/** @type {any} */ (first.stderr))
    const next = pool.spawn('sh', ['-c', show])
    const after = await text(/** @type {any} */ (next.stderr))
    const [ours, theirs] = [after, before].map((all) => all.split('\n')[index])
    assert.match(ours, /velocy-/)
    assert.notEqual(ours, theirs)
    process.kill(Number(line), 'SIGKILL')
  }
})

test('a slow reader gets no more than fits', async () => {
  const pool = poolOf({ size: 1 })
  const child = pool.spawn('head', ['-c', '1000000000', '/dev/zero'])
  const stdout = /** @type {any} */ (child.stdout)
  await once(stdout, 'readable')
  const before = process.memoryUsage.rss()
  for (let turn = 0; turn < 200; turn++) await new Promise(setImmediate)
  assert.ok(stdout.readableLength < 300_000, `${stdout.readableLength} bytes`)
  assert.ok(process.memoryUsage.rss() - before < 50e6)
  assert.equal(child.exitCode, null)
  const closed = endOf(child)
  child.kill()
  stdout.resume()
  await closed
})

test('what a process does not read waits with us', async () => {
  const pool = poolOf({ size: 1 })
  const child = pool.spawn('sh', ['-c', 'read line; exec wc -c'])
  const stdin = /** @type {any} */ (child.stdin)
  const chunk = Buffer.alloc(65536)
  let chunks = 0
  // It takes as much as its pipe holds, and then asks us to wait.
  while (stdin.write(chunk)) chunks++
  assert.ok(chunks < 10, `${chunks} chunks`)
  stdin.end('\n')
  const { stdout, code } = await outcomeOf(child)
  assert.deepEqual([Number(stdout), code], [0, 0])
})

test('after hundreds of processes we have as many files open', async () => {
  const pool = poolOf({ size: 4 })
  const round = async () => {
    const child = pool.spawn('true')
    await endOf(child)
  }
  await Promise.all(Array.from({ length: 8 }, round))
  const before = openFiles()
  for (let i = 0; i < 125; i++) {
    await Promise.all(Array.from({ length: 8 }, round))
  }
  assert.ok(openFiles() <= before, `${openFiles()} and ${before} before`)
  assert.ok(pool.counts.processes <= 4)
})

test('a pool that is closed takes no more, and ends those it has', async () => {
  const pool = createPool({ size: 2 })
  const child = pool.spawn('sh', ['-c', 'echo $PPID; read x'])
  const [shell] = await once(/** @type {any} */ (child.stdout), 'data')
  const closed = pool.close()
  const late = pool.spawn('true')
  const [error] = await once(late, 'error')
  assert.equal(error.code, 'ERR_VELOCY_POOL_CLOSED')
  child.stdin?.end()
  await within(closed, 'the pool to close')
  await until(() => !isAlive(Number(shell)), 'the end of the shell')
})

test('a shell that does not exist fails the programs that wait for it', async () => {
  for (const shell of ['/no/such/shell', '/bin/true']) {
    const pool = createPool({ shell })
    const [error] = await once(pool.spawn('true'), 'error')
    assert.equal(error.code, 'ERR_VELOCY_POOL_FAILED')
    await pool.close()
  }
})

test('options of a pool are checked', () => {
  for (const options of [
    { size: 0 },
    { queue: -1 },
    { shell: 1 },
    { sizes: 1 },
    { env: {} },
  ]) {
    assert.throws(() => createPool(/** @type {any} */ (options)), {
      code: 'ERR_VELOCY_BAD_OPTION',
    })
  }
})

test('our process ends when it has nothing else to do', async () => {
  const program = startProgram(`
    const child = spawn('echo', ['hi'])
    child.stdout.on('data', (text) => console.log(String(text)))
    child.on('close', (code) => console.log(code))`)
  const { stdout, code } = await within(outcomeOf(program), 'its end')
  assert.deepEqual([stdout, code], ['hi\n\n0\n', 0])
})

test('a timeout that is not over yet keeps nothing alive', async () => {
  const program = startProgram(`spawn('true', [], { timeout: 600_000 })`)
  assert.equal((await within(outcomeOf(program), 'its end')).code, 0)
})

for (const how of ['SIGKILL', 'process.exit()']) {
  test(`${how} leaves no program behind, and no files`, async () => {
    const end = how === 'SIGKILL' ? '' : `;${how}`
    const program = startProgram(`
      const child = spawn('sh', ['-c', 'echo $PPID $$; sleep 61 & echo $!; wait'])
      let lines = ''
      child.stdout.on('data', (text) => {
        lines += text
        if (lines.split('\\n').length < 3) return
        console.log(lines.replaceAll('\\n', ' '))${end}
      })`)
    const [line] = await once(createInterface(program.stdout), 'line')
    const pids = line.trim().split(' ').map(Number)
    assert.equal(pids.length, 3)
    if (how === 'SIGKILL') program.kill('SIGKILL')
    await until(() => !pids.some(isAlive), 'the end of all')
  })
}

test('the pipes of a pool are gone with it', async () => {
  const pool = createPool({ size: 1 })
  const child = pool.spawn('readlink', ['/proc/self/fd/1'])
  const { stdout } = await outcomeOf(child)
  const folder = stdout.trim().replace(/\/[^/]*$/, '')
  assert.ok(readdirSync(folder).length === 3, folder)
  await pool.close()
  await until(() => !existsSync(folder), 'the end of its pipes')
})
