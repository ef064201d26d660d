import assert from 'node:assert/strict'
import * as nodeProcesses from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { addressOf } from './library.js'
import {
  createPool,
  endOf,
  outcomeOf,
  poolOf,
  spawners,
  startProgram,
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

test('killed in the queue, a program never runs', async () => {
  const file = path.join(folder, 'it-ran')
  const one = poolOf({ size: 1 })
  const first = one.spawn('cat')
  const killed = one.spawn('touch', [file])
  killed.kill()
  const { signal } = new AbortController()
  const aborted = one.spawn('touch', [file], { signal: AbortSignal.abort() })
  aborted.on('error', () => {})
  const kept = one.spawn('ls', [folder], { signal })
  const ends = await Promise.all([endOf(killed), endOf(aborted)])
  const ended = [null, 'SIGTERM']
  assert.deepEqual(ends, [ended, ended])
  first.stdin?.end()
  assert.equal((await outcomeOf(kept)).code, 0)
  assert.equal(existsSync(file), false)
})

test('a program that has closed its input gets EPIPE behind it', async () => {
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

test('an output that was read once is over with the program', async () => {
  await alike((spawn) => {
    const child = spawn('echo', ['hi'])
    child.stdout.read()
    return endOf(child)
  })
})

/** The folder with the pipes of a pool. @param {any} one */
async function folderOf(one) {
  const file = await outcomeOf(one.spawn('readlink', ['/proc/self/fd/1']))
  return path.dirname(file.stdout.trim())
}

test('pipes that were removed are made again', async () => {
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

test('a slow reader keeps no pipe from the next program', async () => {
  const one = poolOf({ size: 1 })
  const pipeNow = async () =>
    (await one.run('readlink', ['/proc/self/fd/1'])).stdout
  const first = await pipeNow()
  // As much as the stream and the pipe hold together.
  const slow = one.spawn('head', ['-c', '120000', '/dev/zero'])
  slow.stdout?.on('readable', () => {})
  await within(once(slow, 'exit'), 'its end')
  assert.equal(await pipeNow(), first)
  const whole = await text(/** @type {any} */ (slow.stdout))
  assert.equal(whole.length, 120_000)
})

test("a shell that can't start fails no program that another can run", async () => {
  const shell = path.join(folder, 'moody')
  const badDay = path.join(folder, 'bad-day')
  const script = `#!/bin/sh\n[ -e '${badDay}' ] && exit 1; exec sh "$@"`
  writeFileSync(shell, script, { mode: 0o755 })
  const one = poolOf({ size: 2, shell })
  const first = one.spawn('cat')
  await until(() => first.pid, 'the first')
  writeFileSync(badDay, '')
  const second = outcomeOf(one.spawn('echo', ['hi']))
  await until(() => one.counts.processes === 1, 'the end of its shell')
  first.stdin?.end()
  assert.equal((await within(second, 'the second')).stdout, 'hi\n')
})

test("without a file descriptor left, the program fails, but the pool doesn't", async () => {
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

/** What a program prints whose folder we treat badly. @param {string} script */
async function outputIn(script, /** @type {any} */ options) {
  const program = startProgram(script, options)
  return within(outcomeOf(program), 'the program')
}

const RUN_PWD = `
  const child = spawn('stat', ['-L', '-c', '%i', '/proc/self/cwd'])
  child.stdout.pipe(process.stdout)
  child.on('error', ({ code }) => console.log(code))`

for (const how of ['removed', 'renamed']) {
  test(`a server whose folder was ${how} runs programs in it`, async () => {
    const cwd = path.join(folder, `server-${how}`)
    mkdirSync(cwd)
    const { ino } = statSync(cwd)
    const change =
      how === 'removed'
        ? `rmdirSync('${cwd}')`
        : `renameSync('${cwd}', '${cwd}-old')`
    const script = `
      import { renameSync, rmdirSync } from 'node:fs'
      ${change}
      ${RUN_PWD}`
    const { stdout, code } = await outputIn(script, { cwd })
    assert.deepEqual([stdout, code], [`${ino}\n`, 0])
  })
}

test('a server that has moved to another folder runs programs there', async () => {
  const script = `
    const pool = createPool({ size: 1, prestart: 1 })
    process.chdir('/usr')
    const { stdout } = await pool.run('pwd')
    process.stdout.write(stdout)
    await pool.close()`
  assert.equal((await outputIn(script, { cwd: folder })).stdout, '/usr\n')
})

test('a server in a folder that it may not enter runs programs', {
  skip: process.getuid?.() !== 0,
}, async () => {
  const cwd = path.join(folder, 'forbidden')
  mkdirSync(cwd, { mode: 0o700 })
  const script = `
    process.setgid(65534)
    process.setuid(65534)
    ${RUN_PWD}`
  const { ino } = statSync(cwd)
  assert.equal((await outputIn(script, { cwd })).stdout, `${ino}\n`)
})

for (const TMPDIR of ['/no/such/folder', '/proc', '/etc/passwd']) {
  test(`with TMPDIR=${TMPDIR}, programs run without a pool`, async () => {
    const env = { ...process.env, TMPDIR }
    const script = `
      try {
        createPool()
      } catch ({ syscall }) {
        console.log(syscall)
      }
      const { stdout } = await run('echo', ['hi'])
      process.stdout.write(stdout)`
    assert.equal((await outputIn(script, { env })).stdout, 'mkdtemp\nhi\n')
  })
}
