import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { runInNewContext } from 'node:vm'
import { library } from './library.js'

const { createLogger, LEVELS, Logger } = await library('lib/log/logger.js')

const server = process.env.APP
  ? path.resolve(process.env.APP)
  : fileURLToPath(new URL('../server.js', import.meta.url))
const logger = new URL('lib/log/logger.js', pathToFileURL(server))

/** A logger at a standing clock, and what it has written. */
function memory(/** @type {object} */ options = {}) {
  /** @type {string[]} */
  const texts = []
  const destination = {
    write: (/** @type {string} */ line) => texts.push(line) > 0,
  }
  const log = createLogger({ destination, now: () => 1000, ...options })
  return { log, texts, lines: () => texts.map((text) => JSON.parse(text)) }
}

test('a line is JSON: time, level, fields, msg, and a line end', () => {
  const { log, texts } = memory({ fields: { app: 'shop' } })
  log.info('paid', { euro: 3 })
  assert.deepEqual(texts, [
    '{"time":1000,"level":"info","app":"shop","euro":3,"msg":"paid"}\n',
  ])
})

test('an option that is undefined is as one that is not given', (context) => {
  const write = context.mock.method(process.stdout, 'write', () => true)
  const options = { destination: undefined, now: undefined, fields: undefined }
  createLogger(options).info('hello')
  const line = write.mock.calls.at(-1)?.arguments[0]
  write.mock.restore()
  assert.equal(JSON.parse(String(line)).msg, 'hello')
})

test('the level decides what is written, and can change', () => {
  const { log, lines } = memory()
  const all = () => {
    for (const level of Object.keys(LEVELS)) log[level]('x')
  }
  all()
  log.level = 'fatal'
  assert.equal(log.level, 'fatal')
  all()
  log.level = 'trace'
  all()
  const levels = lines().map(({ level }) => level)
  assert.deepEqual(levels, [
    ...['info', 'warn', 'error', 'fatal', 'fatal'],
    ...Object.keys(LEVELS),
  ])
})

test('the numbers of the levels are those that are documented', () => {
  assert.deepEqual(LEVELS, {
    trace: 10,
    debug: 20,
    info: 30,
    warn: 40,
    error: 50,
    fatal: 60,
  })
})

test('an unknown level is an error that names the known ones', () => {
  const wrong = {
    code: 'ERR_VELOCY_BAD_OPTION',
    message: /verbose.*trace.*fatal/,
  }
  assert.throws(() => createLogger({ level: 'verbose' }), wrong)
  const { log } = memory()
  assert.throws(() => {
    log.level = 'verbose'
  }, wrong)
  assert.throws(() => createLogger({ level: 'toString' }))
  assert.equal(log.level, 'info')
})

test('a disabled level looks at nothing', () => {
  const { log, texts } = memory()
  const fields = {
    get costly() {
      throw new Error('was looked at')
    },
  }
  assert.equal(log.debug('x', fields), true)
  assert.deepEqual(texts, [])
})

test('a child has the fields of its parents, and its own win', () => {
  const { log, texts } = memory({ fields: { app: 'shop', id: 1 } })
  const child = log.child({ id: 2 }).child({ user: 'ana' })
  child.warn('x')
  assert.ok(child instanceof Logger)
  assert.deepEqual(texts, [
    '{"time":1000,"level":"warn","app":"shop","id":2,"user":"ana","msg":"x"}\n',
  ])
})

test('the fields of a child are encoded once', () => {
  const { log, texts } = memory()
  let count = 0
  const child = log.child({ id: { toJSON: () => ++count } })
  for (let i = 0; i < 10; i++) child.info('x')
  assert.equal(count, 1)
  assert.equal(texts.length, 10)
})

test('a child keeps the level that its parent had', () => {
  const { log, texts } = memory()
  const child = log.child({})
  log.level = 'fatal'
  child.info('x')
  assert.equal(texts.length, 1)
})

test('errors keep name, message, stack, code and causes', () => {
  const { log, lines } = memory()
  const cause = Object.assign(new Error('disk full'), { code: 'ENOSPC' })
  const error = new TypeError('not saved', { cause })
  log.error(error)
  log.error('sorry', error)
  log.error('sorry', { deep: { error } })
  const [alone, beside, within] = lines()
  assert.equal(alone.msg, 'not saved')
  assert.equal(alone.err.name, 'TypeError')
  assert.match(alone.err.stack, /logger\.test\.js/)
  assert.equal(alone.err.cause.code, 'ENOSPC')
  assert.equal(beside.msg, 'sorry')
  assert.equal(beside.err.message, 'not saved')
  assert.equal(within.deep.error.cause.message, 'disk full')
})

test('an error that is its own cause ends', () => {
  const { log, lines } = memory()
  const error = new Error('round')
  error.cause = error
  log.error(error)
  assert.equal(lines()[0].err.cause.message, 'round')
})

test('an AggregateError has its errors, as many as are useful', () => {
  const { log, texts, lines } = memory()
  const parts = [new Error('a'), new TypeError('b'), 'c']
  const error = new AggregateError(parts, 'none of them')
  log.error('x', new Error('outer', { cause: error }))
  const { errors } = lines()[0].err.cause
  assert.deepEqual([errors[0].message, errors[1].name], ['a', 'TypeError'])
  assert.equal(errors[2], 'c')
  const many = Array.from({ length: 1000 }, (_, i) => new Error(`${i}`))
  log.error(new AggregateError(many, 'many'))
  assert.equal(lines()[1].err.errors.length, 10)
  const branching = new AggregateError([], 'branching')
  branching.errors = [branching, branching, branching]
  branching.cause = branching
  log.error(branching)
  assert.ok(texts[2].length < 50_000, `${texts[2].length} characters`)
})

test('a second error has a name of its own', () => {
  const { log, texts, lines } = memory()
  log.error(new Error('a'), new Error('b'))
  log.error(new Error('a'), { err: new Error('b'), id: 1 })
  for (const text of texts) assert.equal(text.split('"err":').length, 2)
  for (const { err, err_ } of lines()) {
    assert.deepEqual([err.message, err_.message], ['a', 'b'])
  }
  assert.equal(lines()[1].id, 1)
})

test('isEnabled tells whether a level is written', () => {
  const { log } = memory({ level: 'warn' })
  assert.equal(log.isEnabled('info'), false)
  assert.equal(log.isEnabled('warn'), true)
  assert.equal(log.isEnabled('fatal'), true)
  assert.throws(() => log.isEnabled('verbose'), {
    code: 'ERR_VELOCY_BAD_OPTION',
  })
})

test('long names of fields are not kept', () => {
  // In a process of its own: the names are remembered for its life.
  const program = `
    import { createLogger } from '${logger}'
    const log = createLogger({ destination: { write: () => true } })
    const name = 'x'.repeat(100_000)
    for (let i = 0; i < 500; i++) log.info('x', { [name + i]: 1 })
    for (let i = 0; i < 3; i++) {
      gc()
      await new Promise(setImmediate)
    }
    console.log(process.memoryUsage().heapUsed)
  `
  const args = ['--expose-gc', '--input-type=module', '-e', program]
  const heap = Number(
    execFileSync(process.execPath, args, { encoding: 'utf8' }),
  )
  assert.ok(heap < 25_000_000, `${heap} bytes`)
})

test('nothing that is logged throws, and each is one line of JSON', () => {
  const { log, texts, lines } = memory()
  /** @type {any} */
  const cycle = { a: 1 }
  cycle.self = cycle
  const nasty = [
    { big: 1n, deep: { big: [2n] } },
    { not: Number.NaN, deep: [Number.POSITIVE_INFINITY] },
    cycle,
    { bad: { toJSON: () => assert.fail('toJSON') } },
    {
      get bad() {
        throw new Error('getter')
      },
    },
    { none: undefined, run: () => {}, symbol: Symbol('s') },
    new Proxy({}, { ownKeys: () => assert.fail('proxy') }),
    new Proxy({}, { getPrototypeOf: () => assert.fail('proxy') }),
    Object.create(null),
    null,
    new Map([[{}, 1n]]),
    Object.defineProperty(new Error('x'), 'message', {
      get: () => assert.fail('message'),
    }),
    'text',
    7,
  ]
  for (const value of nasty) log.info('x', value)
  for (const value of nasty) log.info(value)
  log.info(undefined)
  log.info(Symbol('s'))
  assert.equal(texts.length, 2 * nasty.length + 2)
  for (const text of texts) assert.equal(text.indexOf('\n'), text.length - 1)
  const [big, not, round] = lines()
  assert.deepEqual([big.big, big.deep], ['1', { big: ['2'] }])
  assert.deepEqual([not.not, not.deep], ['NaN', ['Infinity']])
  assert.match(round.self, /Circular/)
})

test('a line end in a message or a field stays in its line', () => {
  const { log, texts, lines } = memory()
  log.info('a\nb', { 'c\r\nd': 'e\nf' })
  assert.equal(texts[0].split('\n').length, 2)
  assert.equal(lines()[0].msg, 'a\nb')
  assert.equal(lines()[0]['c\r\nd'], 'e\nf')
})

test('a field cannot take the place of time, level or msg', () => {
  const { log, lines } = memory()
  log.info('real', { time: 1, level: 'fatal', msg: 'forged' })
  assert.deepEqual(lines()[0], {
    time: 1000,
    level: 'info',
    time_: 1,
    level_: 'fatal',
    msg_: 'forged',
    msg: 'real',
  })
})

test('what the destination says is what the logger says', () => {
  const destination = { write: () => false, flushSync: () => false }
  const log = createLogger({ destination })
  assert.equal(log.info('x'), false)
  assert.equal(log.flush(), false)
  assert.equal(
    createLogger({ destination: { write: () => true } }).flush(),
    true,
  )
})

test('a child throws as little as a line', () => {
  const { log, lines } = memory({ fields: { app: 'shop' } })
  const odd = {
    get x() {
      throw new Error('no')
    },
  }
  const refusing = new Proxy(
    {},
    {
      ownKeys() {
        throw new Error('no')
      },
    },
  )
  log.child(odd).child({ id: 1 }).info('a')
  log.child(refusing).info('b')
  createLogger({ fields: odd, destination: { write: () => true } }).child({})
  log.child(new Error('why')).info('c')
  log.child(7).info('d')
  log.child().info('e')
  const [a, b, c, d, e] = lines()
  assert.deepEqual([a.app, a.id, typeof a.fields], ['shop', 1, 'string'])
  assert.deepEqual([b.app, typeof b.fields], ['shop', 'string'])
  assert.equal(c.err.message, 'why')
  assert.deepEqual([d.fields, e.app], [7, 'shop'])
})

test('a destination that throws is a warning, once, and no line', async () => {
  /** @type {Error[]} */
  const warnings = []
  const note = (/** @type {Error} */ warning) => warnings.push(warning)
  process.on('warning', note)
  const destination = {
    write() {
      throw new Error('closed')
    },
    flushSync() {
      throw new Error('closed')
    },
  }
  const log = createLogger({ destination })
  assert.equal(log.info('x'), false)
  assert.equal(log.child({}).error(new Error('y')), false)
  assert.equal(log.flush(), false)
  await new Promise((resolve) => setImmediate(resolve))
  process.off('warning', note)
  assert.deepEqual(
    warnings.map(({ message }) => /lost a line: Error: closed/.test(message)),
    [true],
  )
})

test('a clock that throws throws at nobody', () => {
  const { log } = memory({
    now() {
      throw new Error('no time')
    },
  })
  assert.equal(log.info('x'), false)
})

test('an error of another realm is an error', () => {
  const { log, lines } = memory()
  const error = runInNewContext(
    "new TypeError('far away', { cause: new Error('why') })",
  )
  log.error(error)
  log.error('x', error)
  log.error('x', { deep: [error] })
  const [alone, beside, within] = lines()
  assert.deepEqual([alone.msg, alone.err.name], ['far away', 'TypeError'])
  assert.equal(beside.err.cause.message, 'why')
  assert.equal(within.deep[0].message, 'far away')
})

test('a Map and a Set have what is in them', () => {
  const { log, lines } = memory()
  const map = new Map([['a', new Set([1, 2n])]])
  log.info('x', { map, far: runInNewContext('new Set([3])') })
  log.info('y', map)
  assert.deepEqual(lines()[0].map, [['a', [1, '2']]])
  assert.deepEqual(lines()[0].far, [3])
  assert.deepEqual(lines()[1].fields, [['a', [1, '2']]])
})

test('a system error tells which call has failed, and for which file', () => {
  const { log, lines } = memory()
  try {
    readFileSync('/nowhere/at/all')
  } catch (error) {
    log.error(error)
  }
  const { code, errno, syscall, path: file } = lines()[0].err
  assert.deepEqual([code, syscall, file], ['ENOENT', 'open', '/nowhere/at/all'])
  assert.equal(typeof errno, 'number')
  // What else an error carries may be a secret, such as a client's request.
  log.error(Object.assign(new Error('x'), { config: { token: 'secret' } }))
  assert.equal(lines()[1].err.config, undefined)
})

test('what is no object of fields is one field', () => {
  const { log, texts } = memory()
  log.info('user %s', 'ana')
  log.info('list', ['a', 'b'])
  log.info('none', null)
  assert.deepEqual(
    texts.map((text) => text.slice(text.indexOf('"info"') + 7)),
    [
      '"fields":"ana","msg":"user %s"}\n',
      '"fields":["a","b"],"msg":"list"}\n',
      '"fields":null,"msg":"none"}\n',
    ],
  )
})
