import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { test } from 'node:test'
import {
  endOf,
  outcomeOf,
  poolOf,
  run,
  spawn,
  spawners,
  startProgram,
} from './processes-support.js'
import { within } from './support.js'

const pool = poolOf({ size: 4 })
const both = Object.entries(spawners(pool))

/**
 * Runs the same with `node:child_process` and with a pool.
 *
 * @param {(spawn: any) => Promise<unknown>} use
 */
async function alike(use) {
  const [expected, got] = await Promise.all(
    both.map(([name, spawn]) => within(use(spawn), `it with ${name}`)),
  )
  assert.deepEqual(got, expected)
  return got
}

/** @type {[string, string[], object?][]} */
const COMMANDS = [
  ['echo', ['hi']],
  ['echo', []],
  ['printenv', ['N'], { env: { N: 1, PATH: '/bin:/usr/bin' } }],
  [
    'printf',
    ['%s|', "it's", '"', '$HOME', '`id`', '\\', '', 'a\nb', '*', 'ü€😀'],
  ],
  [
    'sh',
    ['-c', 'cat /etc/hostname /nowhere'],
    { env: { LC_ALL: 'C', PATH: '/bin' } },
  ],
  ['sh', ['-c', 'echo out; echo err >&2; exit 7']],
  ['sh', ['-c', 'exit 255']],
  ['sh', ['-c', 'kill -TERM $$']],
  ['sh', ['-c', 'kill -KILL $$']],
  ['sh', ['-c', 'kill -6 $$']],
  ['sh', ['-c', 'kill -SEGV $$; sleep 1']],
  ['sh', ['-c', 'kill -USR1 $$; exit 3']],
  ['pwd', [], { cwd: '/usr' }],
  ['./echo', ['hi'], { cwd: '/bin' }],
  ['sh', ['-c', 'echo $((1 + 2)); pwd'], { cwd: '/' }],
  ['sort', ['-'], { stdio: ['ignore', 'pipe'] }],
  ['sh', ['-c', 'echo a; echo b >&2'], { stdio: ['ignore', 'ignore', 'pipe'] }],
  ['env', [], { env: { A: "1'2", B: '', EMPTY: undefined } }],
  ['env', [], { env: { 'a.b': '1', 'c d': '2', UID: 7 } }],
  ['sh', ['-c', 'echo $#', 'sh', ...Array(5000).fill('word')]],
]

for (const [file, args, options] of COMMANDS) {
  const name = [file, ...args].join(' ').replaceAll('\n', ' ').slice(0, 60)
  const more = options ? ` ${JSON.stringify(options)}` : ''
  test(`the same comes of ${name}${more}`, async () => {
    await alike((spawn) => outcomeOf(spawn(file, args, options)))
  })
}

test('a process has no files but its own three', async () => {
  const child = pool.spawn('ls', ['/proc/self/fd'])
  const ours = await outcomeOf(child)
  const theirs = await outcomeOf(spawners(pool).node('ls', ['/proc/self/fd']))
  assert.equal(ours.stdout, theirs.stdout)
})

test('what goes in comes out, byte by byte', async () => {
  const bytes = randomBytes(300_000)
  const results = await alike(async (spawn) => {
    const child = spawn('cat')
    child.stdin.end(bytes)
    const [output, [code]] = await Promise.all([
      buffer(child.stdout),
      endOf(child),
    ])
    return { isSame: output.equals(bytes), code }
  })
  assert.deepEqual(results, { isSame: true, code: 0 })
})

test('what is written before there is a process is not lost', async () => {
  const crowd = Array.from({ length: 20 }, async (_, number) => {
    const child = pool.spawn('cat')
    child.stdin?.write(`${number} `)
    child.stdin?.end('end')
    const { stdout, code } = await outcomeOf(child)
    assert.deepEqual([stdout, code], [`${number} end`, 0])
  })
  await Promise.all(crowd)
})

/** @type {[string, string, object?][]} */
const FAILURES = [
  ['no such program', 'no-such-program'],
  ['no such path', '/no/such/program'],
  ['a file that is no program', '/etc/passwd'],
  ['a folder', '/etc'],
  ['no such directory to run in', 'echo', { cwd: '/no/such/folder' }],
  ['a PATH without it', 'echo', { env: { PATH: '/etc' } }],
]

for (const [name, file, options] of FAILURES) {
  test(`an error says the same: ${name}`, async () => {
    await alike(async (spawn) => {
      const child = spawn(file, ['a', 'b'], options)
      /** @type {unknown[]} */
      const events = []
      for (const event of ['exit', 'close']) {
        child.on(event, (/** @type {unknown[]} */ ...rest) =>
          events.push([event, ...rest]),
        )
      }
      const [error] = await once(child, 'error')
      await endOf(child)
      const { exitCode, signalCode, killed } = child
      const own = [exitCode, signalCode, killed, child.kill()]
      return [{ ...error }, error.message, events, own]
    })
  })
}

test('a program may exit with 126 and 127, too', async () => {
  for (const code of [126, 127]) {
    await alike((spawn) => outcomeOf(spawn('sh', ['-c', `exit ${code}`])))
  }
})

test('a status above 128 is a signal, even if a program exits with it', async () => {
  const { code, signal } = await outcomeOf(pool.spawn('sh', ['-c', 'exit 143']))
  assert.deepEqual([code, signal], [null, 'SIGTERM'])
})

for (const [more, secrets] of [
  [{}, { JAVA_OPTS: '-secret=1', 'a.name': 'b' }],
  [{ OLDPWD: '/own', _: 'own' }, { JAVA_OPTS: '-secret=1' }],
  [{ SECONDS: '0', OPTIND: 'x', IFS: ',' }, { JAVA_OPTS: '-secret=1' }],
  [{}, { BASH_ENV: '/dev/null', UID: '5', SECONDS: '1' }],
]) {
  const names = `${Object.keys(more)} of ${Object.keys(secrets)}`
  test(`a program gets the variables of its env and no other: ${names}`, async () => {
    const own = { PATH: '/usr/bin:/bin', NAME: "it's", ...more }
    const program = startProgram(
      `spawn('env', [], {
        env: ${JSON.stringify(own)},
        stdio: ['ignore', 'inherit', 'inherit'],
      })`,
      { env: { ...process.env, ...secrets } },
    )
    const { stdout } = await outcomeOf(program)
    const pairs = Object.entries(own).map((pair) => pair.join('='))
    assert.deepEqual(stdout.trim().split('\n').sort(), pairs.sort())
  })
}

test('an env that changes while its program waits is as it was', async () => {
  const one = poolOf({ size: 1 })
  const first = one.spawn('cat')
  const env = { NAME: 'before' }
  const second = outcomeOf(one.spawn('/usr/bin/env', [], { env }))
  env.NAME = 'after'
  first.stdin?.end()
  assert.equal((await second).stdout, 'NAME=before\n')
})

test("a program without an environment has all of ours, the shell's too", async () => {
  for (const more of [{}, { 'a.name': 'kept' }]) {
    const env = { ...process.env, JAVA_OPTS: "it's", ...more }
    const program = startProgram(
      `spawn('env', ['-0'], { stdio: ['ignore', 'inherit', 'inherit'] })`,
      { env },
    )
    const { stdout } = await outcomeOf(program)
    const pairs = stdout.split('\0')
    for (const [name, value] of Object.entries(env)) {
      if (/^(PWD|OLDPWD|SHLVL|_)$/.test(name)) continue
      assert.ok(pairs.includes(`${name}=${value}`), name)
    }
  }
})

test('a process without listeners ends all the same', async () => {
  await alike(async (spawn) => {
    const child = spawn('sh', ['-c', 'echo out; echo err >&2; exit 4'])
    return endOf(child)
  })
})

test('a child of the process may go on writing', async () => {
  const late = '(sleep 0.2; echo late) & echo early'
  await alike(async (spawn) => {
    const child = spawn('sh', ['-c', late])
    const closed = endOf(child)
    return [await text(child.stdout), await closed]
  })
})

test('its output is over when it has closed it, whether it ends or not', async () => {
  await alike(async (spawn) => {
    const child = spawn('sh', ['-c', 'echo hi; exec >&-; read line; exit 2'])
    const closed = endOf(child)
    child.stdout.resume()
    await once(child.stdout, 'end')
    const isRunning = child.exitCode === null
    child.stdin.end('\n')
    return [isRunning, await closed]
  })
})

/** @type {[any, any?, any?][]} */
const WRONG = [
  [undefined],
  ['a\0b'],
  ['echo', 'hi'],
  ['echo', null],
  ['echo', [{}]],
  ['echo', [1]],
  ['echo', ['a\0b']],
  ['echo', { cwd: '/' }],
  ['echo', [], { shell: true }],
  ['echo', [], { stdio: 'ipc' }],
  ['echo', [], { stdio: ['inherit', 'pipe', 'pipe'] }],
  ['echo', [], { stdio: ['pipe', 'pipe', 'pipe', 'pipe'] }],
  ['echo', [], { timeout: -1 }],
  ['echo', [], { signal: 'SIGTERM' }],
  ['echo', [], { cdw: '/' }],
  ['echo', [], { uid: 1000 }],
  ['echo', [], { killSignal: 0 }],
  ['echo', [], { env: { A: '\0' } }],
]

test('wrong arguments are refused at once', () => {
  for (const args of WRONG) {
    assert.throws(() => pool.spawn(...args), {
      code: /^ERR_(VELOCY_BAD_OPTION|UNKNOWN_SIGNAL)$/,
    })
  }
})

test('what all objects inherit is no option', async () => {
  const inherited = /** @type {any} */ (Object.prototype)
  const children = []
  inherited.cwd = '/usr'
  try {
    children.push(spawn('pwd'), spawn('pwd', [], { stdio: 'pipe' }))
  } finally {
    delete inherited.cwd
  }
  const here = `${process.cwd()}\n`
  const read = children.map(({ stdout }) => text(/** @type {any} */ (stdout)))
  assert.deepEqual(await Promise.all(read), [here, here])
})

test('arguments may be left out', async () => {
  const child = pool.spawn('pwd', undefined, { cwd: '/usr' })
  assert.equal((await outcomeOf(child)).stdout, '/usr\n')
})

test('spawn makes a pool when it is first called', async () => {
  const { stdout } = await outcomeOf(spawn('echo', ['hi']))
  assert.equal(stdout, 'hi\n')
})

for (const [name, runner] of Object.entries({ pool, velocy: { run } })) {
  test(`${name}.run resolves with all that comes of a program`, async () => {
    const script = 'cat; echo out; echo err >&2; exit 7'
    assert.deepEqual(await runner.run('sh', ['-c', script]), {
      code: 7,
      signal: null,
      stdout: 'out\n',
      stderr: 'err\n',
    })
    const { stdout, signal } = await runner.run('sh', ['-c', 'pwd; kill $$'], {
      cwd: '/usr',
    })
    assert.deepEqual([stdout, signal], ['/usr\n', 'SIGTERM'])
    assert.equal((await runner.run('true')).code, 0)
  })

  test(`${name}.run rejects if there is no program`, async () => {
    await assert.rejects(runner.run('no-such-program'), { code: 'ENOENT' })
    const signal = AbortSignal.abort()
    await assert.rejects(runner.run('sleep', ['60'], { signal }), {
      name: 'AbortError',
    })
  })
}

test('a program may have any name', async (t) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'processes-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, "it's a program")
  writeFileSync(file, '#!/bin/sh\necho "$1"\n', { mode: 0o700 })
  await alike((spawn) => outcomeOf(spawn(file, ['hi'])))
})
