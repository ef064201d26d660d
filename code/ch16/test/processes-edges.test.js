import assert from 'node:assert/strict'
import * as nodeProcesses from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { addressOf } from './library.js'
import {
  createPool,
  endOf,
  outcomeOf,
  poolOf,
  spawners,
  until,
} from './processes-support.js'
import { within } from './support.js'

const pool = poolOf({ size: 4 })
const both = Object.entries(spawners(pool))
const PATH = '/usr/bin:/bin'

// one/bin/which-one and two/bin/which-one, deep/er/, and link to deep/er.
const folder = mkdtempSync(path.join(os.tmpdir(), 'processes-'))
after(() => rmSync(folder, { recursive: true }))
for (const name of ['one', 'two']) {
  const bin = path.join(folder, name, 'bin')
  mkdirSync(bin, { recursive: true })
  const script = `#!/bin/sh\necho ${name}\n`
  writeFileSync(path.join(bin, 'which-one'), script, { mode: 0o700 })
}
mkdirSync(path.join(folder, 'deep', 'er'), { recursive: true })
symlinkSync(path.join(folder, 'deep', 'er'), path.join(folder, 'link'))

/** @param {(spawn: any) => Promise<unknown>} use */
async function alike(use) {
  const [expected, got] = await Promise.all(
    both.map(([name, spawn]) => within(use(spawn), `it with ${name}`)),
  )
  assert.deepEqual(got, expected)
  return got
}

test('variables that an environment inherits are given too', async () => {
  const env = Object.assign(Object.create({ INHERITED: 'yes' }), { PATH })
  await alike((spawn) => outcomeOf(spawn('printenv', ['INHERITED'], { env })))
})

test('the name of a variable is no option of env', async () => {
  for (const name of ['-u', '-S', '--unset', '-']) {
    const env = { [name]: 'x', PATH }
    await alike((spawn) => outcomeOf(spawn('printenv', ['--', name], { env })))
  }
})

test('IFS leaves the number of a process alone', async () => {
  const child = pool.spawn('sh', ['-c', 'echo $$'], { env: { IFS: ',', PATH } })
  const [, { stdout }] = await Promise.all([
    once(child, 'spawn'),
    outcomeOf(child),
  ])
  assert.equal(child.pid, Number(stdout))
})

test('a relative PATH begins where the program runs', async () => {
  const env = { PATH: `bin:${PATH}` }
  for (const name of ['one', 'two']) {
    const cwd = path.join(folder, name)
    const child = pool.spawn('which-one', [], { cwd, env })
    assert.equal((await outcomeOf(child)).stdout, `${name}\n`)
  }
})

test('two dots behind a link are those of where it leads', async () => {
  const cwd = `${folder}/link/..`
  await alike((spawn) => outcomeOf(spawn('pwd', ['-P'], { cwd })))
  const file = `${cwd}/../one/bin/which-one`
  await alike((spawn) => outcomeOf(spawn(file)))
})

test('a directory may be a URL', async () => {
  const cwd = pathToFileURL(folder)
  await alike((spawn) => outcomeOf(spawn('pwd', ['-P'], { cwd })))
  const elsewhere = new URL('http://velocy.test/')
  assert.throws(() => pool.spawn('pwd', [], { cwd: elsewhere }), {
    code: 'ERR_INVALID_URL_SCHEME',
  })
})

test('an error says what is wrong with a path', async () => {
  const file = path.join(folder, 'one', 'bin', 'which-one')
  for (const [name, options, code] of /** @type {const} */ ([
    ['pwd', { cwd: file }, 'ENOTDIR'],
    [`${file}/more`, {}, 'ENOTDIR'],
    ['x'.repeat(300), {}, 'ENAMETOOLONG'],
  ])) {
    const [error] = await once(pool.spawn(name, [], options), 'error')
    assert.equal(error.code, code)
    // Node.js throws these.
    assert.throws(() => nodeProcesses.spawn(name, [], options), { code })
  }
})

test('what somebody has put on Object.prototype is no option', async () => {
  const names = Object.entries({ shell: true, cwd: '/nowhere', uid: 1000 })
  for (const [name, value] of names) {
    const descriptor = { value, configurable: true, writable: true }
    Object.defineProperty(Object.prototype, name, {
      ...descriptor,
      enumerable: false,
    })
    try {
      const child = pool.spawn('echo', ['a; echo b'], { stdio: 'pipe' })
      assert.equal((await outcomeOf(child)).stdout, 'a; echo b\n')
    } finally {
      delete (/** @type {any} */ (Object.prototype)[name])
    }
  }
})

test('a signal has a name, in any case, or it is refused at once', async () => {
  for (const killSignal of /** @type {any[]} */ (['SIGNONE', 999])) {
    const options = { timeout: 1, killSignal }
    assert.throws(() => pool.spawn('true', [], options), {
      code: 'ERR_UNKNOWN_SIGNAL',
    })
  }
  await alike((spawn) => {
    const child = spawn('sleep', ['60'])
    child.on('spawn', () => child.kill('sigkill'))
    return endOf(child)
  })
})

const clock = new Int32Array(new SharedArrayBuffer(4))

test('killed before it has begun, it never runs', async () => {
  const file = path.join(folder, 'it-ran')
  await outcomeOf(pool.spawn('true'))
  const killed = pool.spawn('touch', [file])
  killed.kill()
  const signal = AbortSignal.abort()
  const aborted = pool.spawn('touch', [file], { signal })
  aborted.on('error', () => {})
  // A shell that had been told to run them would have had the time.
  process.nextTick(() => Atomics.wait(clock, 0, 0, 200))
  const ends = await Promise.all([endOf(killed), endOf(aborted)])
  assert.deepEqual(ends, [
    [null, 'SIGTERM'],
    [null, 'SIGTERM'],
  ])
  assert.equal((await outcomeOf(pool.spawn('echo', ['hi']))).stdout, 'hi\n')
  assert.equal(existsSync(file), false)
})

test('a program that closes its input is told to have', async () => {
  await alike(async (spawn) => {
    const child = spawn('sh', ['-c', 'exec <&-; exec sleep 60'])
    const closed = endOf(child)
    const failed = once(child.stdin, 'error')
    child.stdin.write('x'.repeat(300_000))
    const [error] = await failed
    const { exitCode } = child
    child.kill()
    return [error.code, exitCode, await closed]
  })
})

test('what cannot be written is told to whoever has written it', async () => {
  await alike(async (spawn) => {
    const child = spawn('no-such-program')
    child.on('error', () => {})
    child.stdin.on('error', () => {})
    /** @type {any} */
    const error = await new Promise((resolve) =>
      child.stdin.write('x', resolve),
    )
    return error.code
  })
})

test('an output that was read once is over with the program', async () => {
  await alike((spawn) => {
    const child = spawn('echo', ['hi'])
    child.stdout.read()
    return endOf(child)
  })
})

test('many may inherit our output, and none is warned of', async () => {
  const crowd = poolOf({ size: 20 })
  /** @type {string[]} */
  const warnings = []
  const note = (/** @type {Error} */ { message }) => warnings.push(message)
  process.on('warning', note)
  const ends = Array.from({ length: 20 }, () =>
    endOf(crowd.spawn('true', [], { stdio: ['ignore', 'inherit', 'inherit'] })),
  )
  await Promise.all(ends)
  process.off('warning', note)
  assert.deepEqual(warnings, [])
})

/** The folder with the pipes of a pool. @param {any} one */
async function folderOf(one) {
  const file = await outcomeOf(one.spawn('readlink', ['/proc/self/fd/1']))
  return path.dirname(file.stdout.trim())
}

test('pipes that somebody has removed are made again', async () => {
  for (const isWhole of [false, true]) {
    const one = poolOf({ size: 1 })
    const pipes = await folderOf(one)
    await until(() => one.counts.running === 0, 'the shell to be free')
    if (isWhole) rmSync(pipes, { recursive: true })
    else for (const name of readdirSync(pipes)) rmSync(path.join(pipes, name))
    const unlucky = one.spawn('true')
    const [error] = await within(once(unlucky, 'error'), 'the error')
    assert.equal(error.code, 'ERR_VELOCY_POOL_FAILED')
    const next = outcomeOf(one.spawn('echo', ['hi']))
    assert.equal((await within(next, 'the next')).stdout, 'hi\n')
  }
})

/** @param {string} name @param {string} value @param {() => any} use */
async function withVariable(name, value, use) {
  const last = process.env[name]
  process.env[name] = value
  try {
    return await use()
  } finally {
    if (last === undefined) delete process.env[name]
    else process.env[name] = last
  }
}

test('without mkfifo a pool says so', async () => {
  await withVariable('PATH', '/nowhere', async () => {
    const one = poolOf({ size: 1 })
    const failed = once(one.spawn('/bin/true'), 'error')
    const [error] = await within(failed, 'the error')
    assert.equal(error.code, 'ERR_VELOCY_POOL_FAILED')
  })
})

test('the place for temporary files may be relative', async () => {
  const place = path.relative(process.cwd(), folder)
  await withVariable('TMPDIR', place, async () => {
    const one = createPool({ size: 1 })
    const outcome = outcomeOf(one.spawn('echo', ['hi']))
    assert.equal((await within(outcome, 'the output')).stdout, 'hi\n')
    await one.close()
  })
})

test('a pool may be closed twice', async () => {
  const one = createPool({ size: 1 })
  const end = endOf(one.spawn('sleep', ['0.1']))
  const closed = Promise.all([one.close(), one.close()])
  await within(closed, 'both')
  assert.deepEqual(await end, [0, null])
})

test('who reads slowly costs no shell', async () => {
  const one = poolOf({ size: 1 })
  const shellNow = async () =>
    (await outcomeOf(one.spawn('sh', ['-c', 'echo $PPID']))).stdout
  const first = await shellNow()
  const slow = one.spawn('head', ['-c', '60000', '/dev/zero'])
  slow.stdout?.on('readable', () => {})
  await once(slow, 'exit')
  // Twice as long as a shell waits for its pipes.
  await wait(600)
  assert.equal(await shellNow(), first)
  const whole = await text(/** @type {any} */ (slow.stdout))
  assert.equal(whole.length, 60_000)
})

/** The processes that we have started ourselves. */
const ours = () =>
  readFileSync(`/proc/self/task/${process.pid}/children`, 'latin1')
    .trim()
    .split(' ')

test('a shell that cannot start fails nobody whom another can run', async () => {
  const one = poolOf({ size: 2 })
  const first = one.spawn('sleep', ['0.3'])
  await once(first, 'spawn')
  const before = ours()
  const second = outcomeOf(one.spawn('echo', ['hi']))
  const [shell] = ours().filter((pid) => !before.includes(pid))
  process.kill(Number(shell), 'SIGKILL')
  assert.equal((await within(second, 'the second')).stdout, 'hi\n')
})

test('without a file descriptor left, a program fails, and we do not', async () => {
  const script = `
    import { openSync, closeSync } from 'node:fs'
    import { createPool } from '${addressOf('lib/processes/index.js')}'
    const pool = createPool({ size: 2 })
    const run = () => new Promise((resolve) => {
      let code
      pool.spawn('true').on('error', (error) => (code = error.code))
        .on('close', () => resolve(code))
    })
    await run()
    const files = []
    try {
      for (;;) files.push(openSync('/dev/null'))
    } catch {}
    const codes = await Promise.all([run(), run()])
    for (const file of files) closeSync(file)
    console.log(...codes, await run())
    await pool.close()`
  const argv = [process.execPath, '--input-type=module', '--eval', script]
  const program = nodeProcesses.spawn(
    'sh',
    ['-c', 'ulimit -n 100; exec "$@"', 'sh', ...argv],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const failed = 'ERR_VELOCY_POOL_FAILED'
  const output = await within(text(program.stdout), 'the program')
  assert.equal(output, `${failed} ${failed} undefined\n`)
})

const isRoot = process.getuid?.() === 0

test('rights that we have given up are not given', {
  skip: !isRoot,
}, async () => {
  const script = `
    import { createPool } from '${addressOf('lib/processes/index.js')}'
    const pool = createPool({ size: 1 })
    pool.spawn('true').on('close', () => {
      process.setgid(65534)
      process.setuid(65534)
      const child = pool.spawn('id', ['-u'], { stdio: ['ignore', 'inherit'] })
      child.on('error', (error) => console.log(error.code))
      child.on('close', () => pool.close())
    })`
  const argv = ['--input-type=module', '--eval', script]
  const program = nodeProcesses.spawn(process.execPath, argv, {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output = await within(text(program.stdout), 'the program')
  assert.equal(output, 'ERR_VELOCY_POOL_FAILED\n')
})
