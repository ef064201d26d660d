import { spawnSync } from 'node:child_process'
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { LogFile } from '../lib/log/file.js'
import { createLogger } from '../lib/log/logger.js'

const contenders =
  process.env.CONTENDERS ?? path.join(import.meta.dirname, '../../contenders')

/** How many lines are written in one turn of the loop. */
const PER_TURN = 100

/** How many lines are written before the clock runs. */
const WARM_UP = 50_000

/**
 * @typedef {object} Subject
 * @property {(i: number) => unknown} write one line, of nine fields
 * @property {() => Promise<unknown>} end resolves when all are in the file
 */

/** @param {number} i */
const fieldsOf = (i) => ({
  method: 'GET',
  target: `/bench/name-${i}?id=${i}`,
  status: 200,
  bytes: 187,
  ms: (i % 1000) / 8,
})

/**
 * @param {string} file
 * @param {import('../lib/log/file-options.js').LogFileOptions} options
 * @returns {Subject}
 */
function velocy(file, options) {
  const destination = new LogFile(file, options)
  const log = createLogger({ destination }).child({ service: 'api' })
  return {
    write: (i) => log.info('request', fieldsOf(i)),
    end: async () => destination.close(),
  }
}

/**
 * @param {string} dest
 * @param {object} options
 * @returns {Subject}
 */
function withPino(dest, options) {
  const require = createRequire(path.join(contenders, 'pino/package.json'))
  const pino = require(/** @type {string} */ ('pino'))
  const destination = pino.destination({ dest, ...options })
  const log = pino({ base: undefined }, destination).child({ service: 'api' })
  return {
    write: (i) => log.info(fieldsOf(i), 'request'),
    end: () =>
      new Promise((resolve) => {
        destination.on('close', resolve)
        destination.end()
      }),
  }
}

/** @returns {Subject} that writes to standard output, which is a file */
const withConsole = () => ({
  write: (i) => {
    const time = Date.now()
    const fields = fieldsOf(i)
    const line = { time, level: 'info', service: 'api', ...fields }
    console.log(JSON.stringify({ ...line, msg: 'request' }))
  },
  end: async () => {},
})

/** @type {Record<string, (file: string) => Subject>} */
const subjects = {
  velocy: (file) => velocy(file, {}),
  rolling: (file) => velocy(file, { maxSize: 10_000_000, keep: 1000 }),
  each: (file) => velocy(file, { batchSize: 0 }),
  'pino-sync': (file) => withPino(file, { sync: true }),
  'pino-batch': (file) => withPino(file, { sync: true, minLength: 16_383 }),
  'pino-async': (file) => withPino(file, { sync: false, minLength: 4096 }),
  console: withConsole,
}

/**
 * @param {Subject} subject
 * @returns {Promise<{ rate: number, count: number }>}
 */
async function measure({ write, end }) {
  const duration = 1000 * Number(process.env.DURATION ?? 2)
  let count = 0
  const turn = async () => {
    for (let i = 0; i < PER_TURN; i++) write(count++)
    await nextTurn()
  }
  while (count < WARM_UP) await turn()
  const start = performance.now()
  while (performance.now() - start < duration) await turn()
  await end()
  const seconds = (performance.now() - start) / 1000
  return { rate: (count - WARM_UP) / seconds, count }
}

/**
 * Every line has to be there, whole, once, and in its place.
 *
 * @param {string} folder
 * @param {number} count
 */
function check(folder, count) {
  const numberOf = (/** @type {string} */ name) => Number(name.split('.')[2])
  const names = readdirSync(folder).sort(
    (a, b) => (numberOf(b) || 0) - (numberOf(a) || 0),
  )
  let next = 0
  for (const name of names) {
    const text = readFileSync(path.join(folder, name), 'latin1')
    for (const line of text.split('\n').slice(0, -1)) {
      const isSample = next % 100 === 0
      const fields = isSample ? Object.keys(JSON.parse(line)).length : 9
      if (!line.includes(`name-${next}?`) || fields !== 9) {
        throw new Error(`line ${next} is ${line}`)
      }
      next++
    }
  }
  if (next !== count) throw new Error(`got ${next} lines, expected ${count}`)
}

/**
 * console.log in a process whose standard output is the file.
 *
 * @param {string} file
 */
function measureConsole(file) {
  const fd = openSync(file, 'a')
  const [, program] = process.argv
  const { stderr, status } = spawnSync(
    process.execPath,
    [program, 'console', 'child'],
    { stdio: ['ignore', fd, 'pipe'], encoding: 'utf8' },
  )
  closeSync(fd)
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stderr)
}

const [name, role] = process.argv.slice(2)
if (role === 'child') {
  process.stderr.write(JSON.stringify(await measure(withConsole())))
} else {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lines-'))
  try {
    const file = path.join(folder, 'lines.log')
    const isConsole = name === 'console'
    const { rate, count } = isConsole
      ? measureConsole(file)
      : await measure(subjects[name](file))
    check(folder, count)
    console.log(JSON.stringify({ 'rate.lines': rate }))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
