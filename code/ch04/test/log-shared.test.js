import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { PATIENCE } from './support.js'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'log-shared-'))
after(() => fs.rmSync(folder, { recursive: true }))
const server = process.env.APP
  ? path.resolve(process.env.APP)
  : fileURLToPath(new URL('../server.js', import.meta.url))
const lib = new URL('lib/log/', pathToFileURL(server))

const LINES = 5000

/** Logs its lines, when told to, with a turn of the loop between some. */
const program = `
  import { setImmediate as nextTurn } from 'node:timers/promises'
  import { createLogger } from '${new URL('logger.js', lib)}'
  import { LogFile } from '${new URL('file.js', lib)}'
  const [path, name, options] = process.argv.slice(1)
  const file = new LogFile(path, {
    ...JSON.parse(options),
    onError: (error) => { console.error(error) },
  })
  const log = createLogger({ destination: file, fields: { name } })
  console.log('ready')
  await new Promise((resolve) => process.stdin.once('data', resolve))
  for (let i = 0; i < ${LINES}; i++) {
    log.info('something has happened', { i })
    if (i % 50 === 0) await nextTurn()
  }
  if (!file.close() || file.dropped > 0) process.exitCode = 1
  process.stdin.destroy()
`

/**
 * @param {string} file
 * @param {string} name
 * @param {object} options
 */
async function begin(file, name, options) {
  const args = [file, name, JSON.stringify(options)]
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', program, '--', ...args],
    { stdio: ['pipe', 'pipe', 'inherit'], timeout: 2 * PATIENCE },
  )
  await once(child.stdout, 'data')
  return child
}

/** @param {string} file */
function linesOf(file) {
  const { dir, base } = path.parse(file)
  return fs
    .readdirSync(dir)
    .filter((name) => name.startsWith(base))
    .flatMap((name) => {
      const text = fs.readFileSync(path.join(dir, name), 'utf8')
      assert.ok(text.endsWith('\n'), `${name} ends in the middle of a line`)
      return text.slice(0, -1).split('\n')
    })
    .map((line) => JSON.parse(line))
}

for (const [what, options] of /** @type {[string, object][]} */ ([
  ['of batches', { batchSize: 4096 }],
  ['line by line', { batchSize: 0 }],
])) {
  test(`processes that share a file lose no line, ${what}`, {
    skip: process.platform === 'win32',
  }, async () => {
    const file = path.join(folder, `${what}.log`)
    const names = ['a', 'b', 'c']
    const children = await Promise.all(
      names.map((name) =>
        begin(file, name, { maxSize: 10_000, keep: 1000, ...options }),
      ),
    )
    const ends = children.map((child) => once(child, 'close'))
    for (const child of children) child.stdin.write('go')
    for (const [status] of await Promise.all(ends)) assert.equal(status, 0)
    const lines = linesOf(file)
    for (const name of names) {
      const own = lines.filter((line) => line.name === name)
      const found = new Set(own.map(({ i }) => i))
      assert.deepEqual([own.length, found.size], [LINES, LINES], name)
    }
    assert.ok(fs.existsSync(`${file}.5`), 'it was rotated')
    assert.equal(fs.existsSync(`${file}.new`), false)
  })
}
