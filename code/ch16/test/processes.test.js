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
  spawn,
  spawners,
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
  ['sh', ['-c', 'exit 143']],
  ['sh', ['-c', 'exit 255']],
  ['sh', ['-c', 'kill -TERM $$']],
  ['sh', ['-c', 'kill -KILL $$']],
  ['sh', ['-c', 'kill -SEGV $$; sleep 1']],
  ['sh', ['-c', 'kill -USR1 $$; exit 3']],
  ['pwd', [], { cwd: '/usr' }],
  ['./echo', ['hi'], { cwd: '/bin' }],
  ['echo $((1 + 2)); pwd', [], { shell: true, cwd: '/' }],
  ['sort', ['-'], { stdio: ['ignore', 'pipe', 'pipe'] }],
  ['sh', ['-c', 'echo a; echo b >&2'], { stdio: ['ignore', 'ignore', 'pipe'] }],
  ['env', [], { env: { A: "1'2", B: '', EMPTY: undefined } }],
  ['env', [], { env: { 'a.b': '1', PATH: '/bin', OPTIND: 'x', 'c d': '2' } }],
  ['sh', ['-c', 'echo $#', 'sh', ...Array(5000).fill('word')]],
]

for (const [file, args, options] of COMMANDS) {
  const name = [file, ...args].join(' ').slice(0, 60)
  const more = options ? ` ${JSON.stringify(options)}` : ''
  test(`the same comes of ${name}${more}`, async () => {
    await alike((spawn) => outcomeOf(spawn(file, args, options)))
  })
}

test('a variable that we set reaches the next process', async () => {
  try {
    for (const value of ['one', 'two', undefined]) {
      if (value === undefined) delete process.env.VELOCY_TEST
      else process.env.VELOCY_TEST = value
      const { stdout } = await outcomeOf(
        pool.spawn('sh', ['-c', 'printenv VELOCY_TEST || echo none']),
      )
      assert.equal(stdout, `${value ?? 'none'}\n`)
    }
  } finally {
    delete process.env.VELOCY_TEST
  }
})

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
      const { pid } = child
      /** @type {unknown[]} */
      const events = []
      for (const event of ['spawn', 'exit', 'close']) {
        child.on(event, (/** @type {unknown[]} */ ...rest) =>
          events.push([event, ...rest]),
        )
      }
      const [error] = await once(child, 'error')
      await endOf(child)
      const { exitCode, signalCode, killed } = child
      const kill = child.kill()
      const { message } = error
      return [
        { ...error },
        message,
        events,
        pid,
        exitCode,
        signalCode,
        killed,
        kill,
      ]
    })
  })
}

test('events come in the same order, with the same words', async () => {
  await alike(async (spawn) => {
    const child = spawn('sh', ['-c', 'read line; echo "$line"; exit 5'])
    /** @type {unknown[]} */
    const events = []
    for (const event of ['spawn', 'exit', 'close']) {
      child.on(event, (/** @type {unknown[]} */ ...rest) =>
        events.push([event, ...rest, typeof child.pid]),
      )
    }
    await once(child, 'spawn')
    child.stdin.end('hi\n')
    await endOf(child)
    const { spawnfile, spawnargs, exitCode, signalCode, killed } = child
    const { connected, stdio } = child
    const shape = stdio.map((/** @type {unknown} */ stream) => typeof stream)
    return [
      ...[events, spawnfile, spawnargs, exitCode, signalCode, killed],
      ...[connected, shape],
    ]
  })
})

test('a process that nobody listens to ends all the same', async () => {
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

test('options that a pool cannot give are refused by name', () => {
  for (const option of ['argv0', 'detached', 'uid', 'gid', 'serialization']) {
    assert.throws(
      () => pool.spawn('echo', [], /** @type {any} */ ({ [option]: 1 })),
      { code: 'ERR_VELOCY_BAD_OPTION', message: new RegExp(option) },
    )
  }
})

/** @type {[any, any?, any?][]} */
const WRONG = [
  [undefined],
  [''],
  ['a\0b'],
  ['echo', 'hi'],
  ['echo', [{}]],
  ['echo', ['a\0b']],
  ['echo', [], { stdio: 'ipc' }],
  ['echo', [], { stdio: ['inherit', 'pipe', 'pipe'] }],
  ['echo', [], { stdio: ['pipe', 'pipe', 'pipe', 'pipe'] }],
  ['echo', [], { timeout: -1 }],
  ['echo', [], { signal: 'SIGTERM' }],
  ['echo', [], { cdw: '/' }],
  ['echo', [], { env: { A: '\0' } }],
]

test('wrong arguments are refused at once', () => {
  for (const args of WRONG) {
    assert.throws(() => pool.spawn(...args), { code: 'ERR_VELOCY_BAD_OPTION' })
  }
})

test('arguments may be left out', async () => {
  const one = await outcomeOf(pool.spawn('pwd', { cwd: '/usr' }))
  const two = await outcomeOf(pool.spawn('pwd', undefined, { cwd: '/usr' }))
  assert.deepEqual([one.stdout, two.stdout], ['/usr\n', '/usr\n'])
  const none = /** @type {any} */ (null)
  assert.equal((await outcomeOf(pool.spawn('true', none))).code, 0)
})

test('a shell without a pool of your own is made when asked for', async () => {
  const { stdout } = await outcomeOf(spawn('echo', ['hi']))
  assert.equal(stdout, 'hi\n')
})

test('a program may have any name', async (t) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'processes-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, "it's a program")
  writeFileSync(file, '#!/bin/sh\necho "$1"\n', { mode: 0o700 })
  await alike((spawn) => outcomeOf(spawn(file, ['hi'])))
})
