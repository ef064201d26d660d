// @reads code/ch13/lib/
/** Programs in the sandbox do what they do in Node.js. */

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { patienceInMs } from '../tools/processes/pace.js'
import { cleanEnv } from '../tools/processes/run.js'
import { chromium, node } from '../tools/processes/toolchain.js'
import { printed, programOf, run, startSandbox } from './sandbox/fixture.js'

/** @typedef {import('./sandbox.js').Program} Program */

const { path: browserPath, reason } = chromium()
const { path: nodePath, reason: noNode } = node(26)

/** Programs that show what Node.js does, in texts of our own. */
const features = {
  'a module is loaded once, with its imports first': `
    import './b.js'
    import { count } from './a.js'
    import * as all from './a.js'
    const again = await import('./a.js')
    console.log(count, again === all, again)`,
  specifiers: `
    import { readFileSync } from 'node:fs'
    import { EventEmitter } from 'events'
    import defaultOne, { named as other } from './c.js'
    import { 'a name' as third } from './c.js'
    export * from './a.js'
    console.log(typeof readFileSync, EventEmitter.name, defaultOne, other, third)`,
  'import.meta': `
    const { dirname, filename, url, main } = import.meta
    console.log(dirname === process.cwd(), filename === process.argv[1], main)
    console.log(url === new URL(import.meta.resolve('./main.js')).href)
    console.log(import.meta.resolve('fs'), (await import('./meta.js')).default)`,
  JSON: `
    import data from './data.json' with { type: 'json' }
    console.log(data)
    import('./data.json').catch(({ name, code }) => console.log(name, code))`,
  'what is not there can be caught': `
    for (const name of ['./no.js', 'no', 'node:no', 'https://example.com/']) {
      await import(name).catch(({ name, code }) => console.log(name, code))
    }
    await import('./throws.js').catch(({ message }) => console.log(message))
    await import('./syntax.js').catch(({ name }) => console.log(name))`,
  'modules that import each other': `
    import { isEven, limit } from './even.js'
    import Odd, { isOdd } from './odd.js'
    console.log(isEven(10), isOdd(7), limit, new Odd().limit())`,
  'the order of what waits': `
    setTimeout(() => console.log('timer'), 0)
    setTimeout(console.log, 2, 'later', 'with', 'arguments')
    setImmediate(() => {
      console.log('immediate')
      process.nextTick(() => console.log('tick in immediate'))
      Promise.resolve().then(() => console.log('promise in immediate'))
    })
    const busy = performance.now() + 5
    while (performance.now() < busy);
    process.nextTick(() => console.log('tick'))
    queueMicrotask(() => console.log('microtask'))
    Promise.resolve().then(() => console.log('promise'))
    console.log('main')`,
  'timers that do not keep it alive': `
    const timer = setTimeout(() => console.log('never'), 60_000)
    console.log(timer.hasRef(), timer.unref().hasRef())
    clearTimeout(+setTimeout(() => console.log('cleared'), 1))
    let count = 0
    const interval = setInterval(() => {
      if (++count === 3) clearInterval(interval)
    }, 1)
    process.on('exit', (code) => console.log('exit', code, count))`,
  'how it ends': `
    process.on('beforeExit', () => console.log('before exit'))
    process.on('exit', () => { process.exitCode = 5 })`,
  'an error that is waited for': `
    const steps = [
      () => { throw new Error('thrown') },
      () => Promise.reject(new Error('rejected')),
      () => queueMicrotask(() => { throw new Error('micro') }),
    ]
    const next = () => steps.length && setTimeout(steps.shift(), 1)
    process.on('uncaughtException', ({ message }, origin) => {
      console.log(message, origin)
      next()
    })
    next()`,
  'a listener of an event target': `
    const { signal } = new AbortController()
    const controller = new AbortController()
    controller.signal.addEventListener('abort', () => console.log('aborted'))
    controller.abort()
    console.log(signal.aborted, controller.signal.reason.name)`,
  'what a browser does in its own time': `
    new Blob(['a', 'b']).text()
      .then((text) => new Response(JSON.stringify({ text })).json())
      .then(console.log)
      .then(() => WebAssembly.compile(Buffer.from('0061736d01000000', 'hex')))
      .then((module) => console.log(module instanceof WebAssembly.Module))`,
  'globals of Node.js': `
    console.log(typeof Buffer, typeof process, global === globalThis)
    console.log(typeof structuredClone, typeof setImmediate, typeof fetch)
    console.log(typeof window, typeof document, typeof self, typeof require)
    console.log(structuredClone(new Map([[1, { a: [1n] }]])))
    console.log(new URL('/a?b=1#c', 'http://x.y'), new TextEncoder().encode('é'))
    const { signal } = new AbortController()
    console.log({ url: new URL('x:y') }, [signal], new URLSearchParams('a=b&c=d'))`,
  objects: `
    class Point { #secret = 1; constructor(x) { this.x = x } get y() { return 1 } }
    function Old() {}
    Old.prototype = Object.freeze(Object.create(null))
    console.log(new Point(1), Point, class extends Point {}, new Old(), () => {})
    console.log([, 'a', undefined], new Set(['a']), new Map([['k', { v: 1 }]]))
    console.log({ deep: { deep: { deep: { deep: 1 } } }, 'a-b': Symbol('s') })
    console.log([1.5, -0, 10n], 'text', ['text', "it's"], null, [undefined])
    console.log('%s is %d, %i, %j, %o %O %%', 'a', 1.5, 1.5, { a: 1 }, [1], {})
    console.log(Buffer.from('é'), new Uint8Array(3), new Date(0), /a/g)
    console.log(Object.create(null), Object.create({ a: 1 }), new (class {})())
    console.log(Array.from({ length: 120 }, (_, i) => i))
    console.log('x'.repeat(200).split(''), { text: 'a\\nb', long: 'y'.repeat(90) })
    const round = { name: 'round' }
    round.self = round
    console.log(Object.freeze({ __proto__: null, a: 1 }))
    console.log(round, [[[[1]]]], process.argv.length, new Error('e').message)`,
  'the methods of the console': `
    console.group('group')
    console.log('in\\nit')
    console.groupEnd()
    console.count()
    console.count('x')
    console.countReset()
    console.count()
    console.dir({ a: { b: { c: {} } } }, { depth: 0 })
    console.info('%c styled', 'color: red')
    console.debug('debug')
    console.assert(true, 'not said')
    console.dirxml({ a: 1 }, [2])
    const { log } = console
    log('on its own')`,
}

const beside = {
  'a.js': "console.log('a runs')\nexport let count = 1\nexport default 1\n",
  'b.js': "import { count } from './a.js'\nconsole.log('b runs', count)\n",
  'c.js':
    "const x = 3\nexport default 1\nexport { x as named, x as 'a name' }\n",
  'meta.js': 'export default import.meta.main\n',
  'even.js': `import Odd, { isOdd } from './odd.js'
export const limit = 100
export function isEven(n) { return n === 0 || isOdd(n - 1) }
console.log('even', isOdd(1), Odd.name)
`,
  'odd.js': `import { isEven, limit } from './even.js'
export const isOdd = (n) => n !== 0 && isEven(n - 1)
export default class Odd { limit() { return typeof limit } }
console.log('odd')
`,
  'data.json': '{ "a": [1, 2] }\n',
  'throws.js': "throw new Error('from a module')\n",
  'syntax.js': 'let a = ;\n',
}

describe('a program in the page', {
  skip: browserPath && nodePath ? false : reason || noNode,
}, () => {
  /** @type {Awaited<ReturnType<typeof startSandbox>>} */
  let sandbox
  /** @type {import('playwright-core').Page} */
  let page
  const folder = mkdtempSync(path.join(tmpdir(), 'programs-'))
  before(async () => {
    sandbox = await startSandbox()
    page = await sandbox.newPage()
  })
  after(async () => {
    await sandbox?.close()
    rmSync(folder, { recursive: true })
  })

  /**
   * @param {Program} program
   * @returns {{ stdout: string, stderr: string, status: number | null }} what
   *   it does in Node.js
   */
  function inNode({ chapter, files, entry, args = [], env = {} }) {
    const cwd = mkdtempSync(path.join(folder, `${chapter}-`))
    const all = { 'package.json': '{ "type": "module" }', ...files }
    for (const [name, text] of Object.entries(all)) {
      const file = path.join(cwd, name)
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(file, text)
    }
    const { stdout, stderr, status } = spawnSync(
      nodePath ?? '',
      [path.join(cwd, entry), ...args],
      { cwd, env: cleanEnv(env), encoding: 'utf8', timeout: patienceInMs(20) },
    )
    const shown = (/** @type {string} */ text) =>
      text.replaceAll(cwd, `/velocy/${chapter}`)
    return { stdout: shown(stdout), stderr: shown(stderr), status }
  }

  /** @param {Program} program */
  async function compare(program) {
    const expected = inNode(program)
    const ran = await run(page, program)
    assert.equal(printed(ran), expected.stdout, ran.outcome.error?.stack ?? '')
    assert.equal(ran.outcome.status, expected.status)
    return { ran, expected }
  }

  for (const [name, text] of Object.entries(features)) {
    test(`as in Node.js: ${name}`, async () => {
      await compare(programOf(text, beside))
    })
  }

  test('warnings and errors are of the other stream', async () => {
    const { ran, expected } = await compare(
      programOf(`
        console.error('error', { a: 1 })
        console.warn('warn')
        console.assert(false, 'because of %s', 'this')
        console.assert(false)
        process.stderr.write('written\\n')`),
    )
    assert.equal(printed(ran, 'stderr'), expected.stderr)
  })

  test('its arguments and its environment', async () => {
    await compare({
      ...programOf('console.log(process.argv.slice(2), process.env.NAME)'),
      args: ['a', '--b=c'],
      env: { NAME: 'value' },
    })
  })

  /** Programs that fail, and where. */
  const failures = {
    'in the entry': [
      "const a = 1\n\n  throw new TypeError('bad ' + a)",
      'main.js',
      3,
      9,
    ],
    'in a module that it imports': [
      "import { f } from './lib/f.js'\nf()",
      'lib/f.js',
      2,
      32,
    ],
    'in a timer': ['setTimeout(() => {\n  null.x\n}, 5)', 'main.js', 2, 8],
    'in a tick': ['process.nextTick(() => {\n  x\n})', 'main.js', 2, 3],
    'in a promise': [
      "await 1\nawait Promise.reject(new Error('x'))",
      'main.js',
      2,
      22,
    ],
    'in an async function': [
      "const f = async () => {\n  throw new Error('x')\n}\nf()",
      'main.js',
      2,
      9,
    ],
    'in one of two modules that import each other': [
      "import './lib/a.js'",
      'lib/a.js',
      1,
      42,
    ],
    'in a callback of the language': [
      "[1].map(() => { throw new Error('in map') })",
      'main.js',
      1,
      23,
    ],
    'after an import on the same line': [
      "import { f } from './lib/f.js'; import.meta.x.y",
      'main.js',
      1,
      47,
    ],
    'with import() on the same line': [
      "const m = await import('./lib/f.js'); m.f(); ",
      'lib/f.js',
      2,
      32,
    ],
    'in the syntax of the entry': ['let a = 1\nlet b = ;', 'main.js', 2, 9],
    'in the syntax of a module': [
      "import './lib/syntax.js'",
      'lib/syntax.js',
      2,
      5,
    ],
    'by the name of an export': [
      "import { f } from './lib/f.js'\nimport { nope } from './lib/f.js'",
      'main.js',
      2,
      10,
    ],
    'by the name of a file': ["\nimport './lib/none.js'", 'main.js', 2, 9],
    'by the name of a package': [
      "import express from 'express'",
      'main.js',
      1,
      22,
    ],
  }
  const besideFailures = {
    'lib/f.js':
      '/** Fails. */\nexport const f = () => { throw new RangeError("f") }\n',
    'lib/a.js': "import './b.js'; export const a = 1; a.b.c",
    'lib/b.js': "import { a } from './a.js'",
    'lib/syntax.js': 'let a\nfoo bar\n',
  }
  for (const [name, [text, file, line, column]] of Object.entries(failures)) {
    test(`an error ${name} says where it is`, async () => {
      const program = programOf(String(text), besideFailures)
      const { outcome } = await run(page, program)
      assert.equal(outcome.ended, 'error')
      const { error } = outcome
      assert.deepEqual(
        [error?.file, error?.line, error?.column],
        [file, line, column],
        error?.stack ?? '',
      )
      assert.ok(error?.stack.includes(`file:///velocy/ch07/${file}:${line}`))
      // Node.js tells the same of it.
      const { stderr, status } = inNode(program)
      assert.equal(status, outcome.status)
      const { message = '' } = error ?? {}
      assert.ok(stderr.includes(message), `${message}\n${stderr}`)
      if (!/by the name of a (file|package)/.test(name)) {
        assert.ok(
          stderr.includes(`file:///velocy/ch07/${file}:${line}`),
          stderr,
        )
      }
    })
  }

  test('an error has the frames of the program, its cause and properties', async () => {
    const program = programOf(`
class Deep {
  fail() {
    throw Object.assign(new Error('outer', { cause: 'inner' }), { code: 'E_DEEP' })
  }
}
function call(deep) {
  deep.fail()
}
call(new Deep())`)
    const { outcome } = await run(page, program)
    const { stderr } = inNode(program)
    const frames = (/** @type {string} */ text) =>
      text.match(/at .*\/velocy\/ch07\/main\.js:\d+:\d+\)?/g)
    const told = outcome.error?.stack ?? ''
    assert.deepEqual(frames(told), frames(stderr))
    assert.equal(frames(told)?.length, 3)
    assert.match(told, /code: 'E_DEEP'/)
    assert.match(told, /\[cause\]: 'inner'/)
  })

  test('console.log of an error shows its stack', async () => {
    const ran = await run(
      page,
      programOf("function f() {\n  return new Error('e')\n}\nconsole.log(f())"),
    )
    assert.equal(
      printed(ran),
      'Error: e\n    at f (file:///velocy/ch07/main.js:2:10)\n' +
        '    at file:///velocy/ch07/main.js:4:13\n',
    )
  })

  test('a top-level await that nothing settles ends it with 13', async () => {
    const program = programOf('console.log(1)\nawait new Promise(() => {})')
    const { ran } = await compare(program)
    assert.match(printed(ran, 'stderr'), /unsettled top-level await/)
  })

  test('an unknown built-in is said not to be there', async () => {
    const { outcome } = await run(page, programOf("import 'node:dgram'"))
    assert.equal(outcome.ended, 'unsupported')
    assert.deepEqual(outcome.error?.hint, {
      key: 'hint.builtin',
      name: 'node:dgram',
    })
    assert.equal(outcome.error?.line, 1)
  })

  test('a program that is not there is said not to be', async () => {
    const { outcome } = await run(page, {
      chapter: 'ch07',
      files: { 'main.js': '' },
      entry: 'steps/none.js',
    })
    assert.equal(outcome.ended, 'unsupported')
    assert.equal(outcome.error?.message, 'got no steps/none.js in ch07')
    assert.doesNotMatch(outcome.error?.stack ?? '', /blob:|http:/)
  })

  test('a listener that throws does not keep a run from its end', async () => {
    const thrown = page.waitForEvent('pageerror')
    const { ended, frames } = await page.evaluate(async (program) => {
      const sandbox = '/playground/sandbox.js'
      const { runProgram } = await import(sandbox)
      const { ended } = await runProgram(program, {
        onEvent: () => {
          throw new Error('the listener')
        },
      })
      const { length } = document.querySelectorAll('iframe')
      return { ended, frames: length }
    }, programOf("console.log('a')\nprocess.exit(0)"))
    assert.deepEqual({ ended, frames }, { ended: 'exit', frames: 0 })
    assert.equal((await thrown).message, 'the listener')
  })

  test('a failed test makes its status 1, and is told of', async () => {
    const { outcome, events } = await run(
      page,
      programOf(`
        import assert from 'node:assert/strict'
        import test from 'node:test'
        test('passes', () => {})
        test('fails', () => assert.equal(1, 2))`),
    )
    assert.equal(outcome.ended, 'exit')
    assert.equal(outcome.status, 1)
    assert.deepEqual(
      events.flatMap((event) =>
        event.type === 'output' ? [] : [[event.type, event.name, event.code]],
      ),
      [
        ['pass', 'passes', null],
        ['fail', 'fails', 'ERR_ASSERTION'],
      ],
    )
  })

  test('programs run side by side, each on its own', async () => {
    const text = `globalThis.mine = process.argv[2]
      await new Promise((resolve) => setTimeout(resolve, 20))
      console.log(globalThis.mine)`
    const runs = await Promise.all(
      ['1', '2', '3'].map((name) =>
        run(page, { ...programOf(text), args: [name] }),
      ),
    )
    assert.deepEqual(
      runs.map((ran) => printed(ran)),
      ['1\n', '2\n', '3\n'],
    )
    assert.equal(await page.locator('iframe').count(), 0)
  })

  test('a signal that is over ends it before it begins', async () => {
    const outcome = await page.evaluate((program) => {
      const self = /** @type {any} */ (globalThis)
      return self.run(program, { signal: AbortSignal.abort() })
    }, programOf('console.log(1)'))
    assert.equal(outcome.outcome.ended, 'stopped')
    assert.deepEqual(outcome.events, [])
  })

  test('what it prints arrives while it runs, in order', async () => {
    const texts = await page.evaluate(async (program) => {
      const { runProgram } = await import(
        /** @type {any} */ ('/playground/sandbox.js')
      )
      const controller = new AbortController()
      /** @type {string[]} */
      const texts = []
      await runProgram(program, {
        signal: controller.signal,
        onEvent(/** @type {any} */ { stream, text }) {
          texts.push(`${stream}: ${text}`)
          if (text.includes('3')) controller.abort()
        },
      })
      return texts
    }, programOf('console.log(1)\nconsole.error(2)\nconsole.log(3)\nfor (;;);'))
    assert.deepEqual(texts, ['stdout: 1\n', 'stderr: 2\n', 'stdout: 3\n'])
  })
})
