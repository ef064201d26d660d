// @reads code/ch13/lib/
/** Programs that mean harm, or do some: none gets out, and each is told of. */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { patienceInMs } from '../tools/processes/pace.js'
import { chromium } from '../tools/processes/toolchain.js'
import { printed, programOf, run, startSandbox } from './sandbox/fixture.js'

/** @typedef {import('./sandbox/fixture.js').Ran} Ran */

/** How long the page may not answer while a program runs, in ms. */
const mostWait = patienceInMs(1.5)

const { path: browserPath, reason } = chromium()

describe('a hostile program', {
  skip: browserPath ? false : reason,
}, () => {
  /** @type {Awaited<ReturnType<typeof startSandbox>>} */
  let sandbox
  /** @type {import('playwright-core').Page} */
  let page
  before(async () => {
    sandbox = await startSandbox()
    page = await sandbox.newPage()
    await page.evaluate(() => localStorage.setItem('kept', 'yes'))
    await page
      .context()
      .addCookies([{ name: 'session', value: 'secret', url: sandbox.url }])
  })
  after(() => sandbox?.close())

  /** What a program could leave behind in the page. */
  const traces = () =>
    page.evaluate(() => ({
      title: document.title,
      text: document.body.textContent?.includes('secret'),
      url: location.pathname,
      globals: Object.keys(globalThis).sort(),
      frames: document.querySelectorAll('iframe').length,
      storage: { ...localStorage },
      cookie: document.cookie,
      inherited: [Object, Array, Function, Promise, String, Map].map(
        ({ prototype }) => Reflect.ownKeys(prototype).map(String),
      ),
      isWhole:
        JSON.stringify([1]) === '[1]' &&
        [1].concat(2).length === 2 &&
        /** @type {any} */ ({}).polluted === undefined,
    }))

  /**
   * Runs a program, and sees that the page is as it was and answered all the
   * time.
   *
   * @param {string} text
   * @param {{ timeout?: number }} [options]
   * @returns {Promise<Ran>}
   */
  async function tryToHarm(text, options = {}) {
    const earlier = await traces()
    const ran = await run(page, programOf(text), options)
    assert.deepEqual(await traces(), earlier)
    assert.deepEqual(sandbox.requests, [])
    assert.ok(
      ran.longestWait < mostWait,
      `the page did not answer for ${ran.longestWait} ms`,
    )
    return ran
  }

  describe('that does not end', () => {
    const endless = {
      'a loop': 'for (;;);',
      'a loop of microtasks':
        'const again = () => Promise.resolve().then(again)\nagain()',
      'a loop of ticks': 'const again = () => process.nextTick(again)\nagain()',
      'a loop of immediates':
        'const again = () => setImmediate(again)\nagain()',
      'an interval': 'setInterval(() => {}, 1)',
      'a regular expression': `/^(a+)+$/.test('${'a'.repeat(40)}b')`,
      'what starts anew in its error handler': `
        process.on('uncaughtException', () => { for (;;); })
        throw new Error('again')`,
      'a generator that is never done':
        'for (const x of (function* () { for (;;) yield 1 })()) ;',
    }
    for (const [name, text] of Object.entries(endless)) {
      test(`${name} is stopped`, { timeout: patienceInMs(20) }, async () => {
        const { outcome } = await tryToHarm(text, { timeout: 700 })
        assert.deepEqual(outcome, {
          ended: 'timeout',
          status: null,
          error: null,
        })
      })
    }

    test('the page is clicked while it runs, and its signal stops it', async () => {
      await page.evaluate((program) => {
        const button = document.createElement('button')
        button.textContent = 'Stop'
        const controller = new AbortController()
        button.onclick = () => controller.abort()
        document.body.append(button)
        const self = /** @type {any} */ (globalThis)
        self.ended = self.run(program, { signal: controller.signal })
      }, programOf('for (;;);'))
      await page.getByRole('button', { name: 'Stop' }).click()
      const { outcome } = await page.evaluate(
        () => /** @type {any} */ (globalThis).ended,
      )
      assert.equal(outcome.ended, 'stopped')
      await page.evaluate(() => {
        document.querySelector('button')?.remove()
        Reflect.deleteProperty(globalThis, 'ended')
      })
    })
  })

  describe('that wants all the memory', () => {
    const bombs = {
      buffers: 'const a = []\nfor (;;) a.push(new Uint8Array(1e7).fill(1))',
      strings: `const a = []
        for (;;) { a.push('x'.repeat(1e6) + a.length); a.at(-1).charCodeAt(1) }`,
      objects: 'const a = []\nfor (;;) a.push({ a: { b: 1 } })',
      'a map': 'const m = new Map()\nfor (let i = 0; ; i++) m.set(i, { i })',
    }
    for (const [name, text] of Object.entries(bombs)) {
      test(`${name}: it is stopped`, {
        timeout: patienceInMs(20),
      }, async () => {
        const { outcome } = await tryToHarm(text, { timeout: 1_000 })
        assert.match(outcome.ended, /^(timeout|memory)$/)
      })
    }

    test('a string that doubles is an error', async () => {
      const { outcome } = await tryToHarm("let s = 'x'\nfor (;;) s += s")
      assert.equal(outcome.ended, 'error')
      assert.equal(outcome.error?.name, 'RangeError')
      assert.equal(outcome.error?.line, 2)
    })

    test('memory that is refused is said to be', async () => {
      const { outcome } = await tryToHarm(`
        const a = []
        for (;;) a.push(new WebAssembly.Memory({ initial: 2 ** 16 }))`)
      assert.equal(outcome.ended, 'memory')
      assert.match(outcome.error?.message ?? '', /allocate/)
    })

    test('when its process ends for it, the page lives on', async () => {
      // Where the process of an iframe ends, playwright says that its page
      // did, and no longer talks to it. So the page has a window to ruin.
      const opener = await sandbox.newPage()
      const bomb = 'const a = []\nfor (;;) a.push(new Array(1e6).fill(1.5))'
      const run = { program: programOf(bomb), timeout: patienceInMs(8) }
      const outcome = await opener.evaluate(async ({ program, timeout }) => {
        const other = /** @type {any} */ (window.open('/page.html'))
        await new Promise((resolve) => {
          const timer = setInterval(() => {
            if (!other.isReady) return
            clearInterval(timer)
            resolve(undefined)
          }, 20)
        })
        const { outcome } = await other.run(program, { timeout })
        other.close()
        return outcome
      }, run)
      assert.match(outcome.ended, /^(timeout|memory)$/)
      await opener.close()
    })
  })

  describe('that asks a network', () => {
    /** @param {string} path */
    const url = (path) => JSON.stringify(`${sandbox.url}/leak/${path}`)

    test('fetch says that there is none', async () => {
      const { outcome } = await tryToHarm("await fetch('https://example.com/')")
      assert.equal(outcome.ended, 'error')
      assert.equal(outcome.error?.message, 'fetch failed')
      assert.deepEqual(outcome.error?.hint, {
        key: 'hint.network',
        name: 'fetch',
      })
    })

    test("fetch does not reach the page's own server", async () => {
      const { outcome } = await tryToHarm(`await fetch(${url('fetch')})`)
      assert.equal(outcome.ended, 'error')
      assert.equal(outcome.error?.message, 'fetch failed')
    })

    for (const name of ['WebSocket', 'EventSource', 'XMLHttpRequest']) {
      test(`${name} says that there is none`, async () => {
        const { outcome } = await tryToHarm(`new ${name}(${url(name)})`)
        assert.deepEqual(outcome.error?.hint, { key: 'hint.network', name })
        assert.equal(outcome.error?.line, 1)
      })
    }

    const imports = {
      'import()': () => `await import(${url('dynamic')})`,
      'an import declaration': () => `import ${url('static')}`,
      'import() in new Function': () =>
        `await new Function(${JSON.stringify(`return import(${url('f')})`)})()`,
      'import() in eval': () =>
        `await (0, eval)(${JSON.stringify(`import(${url('eval')})`)})`,
      'import() in a blob': () => `
        const text = ${JSON.stringify(`import ${url('blob')}`)}
        const blob = new Blob([text], { type: 'text/javascript' })
        const load = new Function('url', 'return import(url)')
        await load(URL.createObjectURL(blob))`,
      'import() in a data: URL': () => `
        const load = new Function('url', 'return import(url)')
        await load('data:text/javascript,' + encodeURIComponent(
          ${JSON.stringify(`import ${url('data')}`)}))`,
    }
    for (const [name, text] of Object.entries(imports)) {
      test(`${name} of a URL fails`, async () => {
        const { outcome } = await tryToHarm(text())
        assert.equal(outcome.ended, 'error')
        const { message = '', hint } = outcome.error ?? {}
        assert.match(message, /Received protocol|Failed to fetch/)
        if (!message.includes('blob:') && !message.includes('data:')) {
          assert.equal(hint?.key, 'hint.network')
        }
      })
    }

    test('nothing else of a browser does it', async () => {
      const ran = await tryToHarm(`
        const tried = [
          () => navigator.sendBeacon(${url('beacon')}),
          () => importScripts(${url('scripts')}),
          () => new Worker(${url('worker')}),
          () => new SharedWorker(${url('shared')}),
          () => new Image().src = ${url('image')},
          () => new FontFace('x', 'url(' + ${url('font')} + ')').load(),
          () => new WebTransport('https://127.0.0.1/'),
          () => navigator.serviceWorker.register(${url('service')}),
          () => new RTCPeerConnection(),
          () => new Notification('x'),
          () => WebAssembly.compileStreaming(fetch(${url('wasm')})),
        ]
        for (const attempt of tried) {
          try {
            const result = await attempt()
            console.log('done', attempt.toString(), result)
          } catch (error) {
            console.log(error.name)
          }
        }`)
      assert.equal(ran.outcome.ended, 'exit', ran.outcome.error?.stack ?? '')
      assert.doesNotMatch(printed(ran), /done/)
    })
  })

  describe('that reaches for the page', () => {
    /** @type {Record<string, [text: string, key: string, name: string]>} */
    const names = {
      'parent.document': ['parent.document.title = 1', 'page', 'parent'],
      'top.location': ["top.location = 'about:blank'", 'page', 'top'],
      window: ["window.open('/')", 'page', 'window'],
      'document.cookie': ['document.cookie', 'page', 'document'],
      alert: ['alert(1)', 'page', 'alert'],
      self: ['self.close()', 'page', 'self'],
      postMessage: ['postMessage(1)', 'page', 'postMessage'],
      location: ['location.href', 'page', 'location'],
      'a worker of its own': ["new Worker('x')", 'page', 'Worker'],
      BroadcastChannel: [
        "new BroadcastChannel('x')",
        'page',
        'BroadcastChannel',
      ],
      localStorage: ['localStorage.a = 1', 'storage', 'localStorage'],
      sessionStorage: ['sessionStorage.a', 'storage', 'sessionStorage'],
      indexedDB: ["indexedDB.open('x')", 'storage', 'indexedDB'],
      caches: ["await caches.open('x')", 'storage', 'caches'],
    }
    for (const [title, [text, key, name]] of Object.entries(names)) {
      test(`${title} is not there`, async () => {
        const { outcome } = await tryToHarm(text)
        assert.equal(outcome.ended, 'error')
        assert.equal(outcome.error?.message, `${name} is not defined`)
        assert.deepEqual(outcome.error?.hint, { key: `hint.${key}`, name })
        assert.equal(outcome.error?.line, 1)
      })
    }

    test('it has no origin', async () => {
      const ran = await tryToHarm(
        'console.log(URL.createObjectURL(new Blob([])).slice(0, 10))',
      )
      assert.equal(printed(ran), 'blob:null/\n')
    })

    test('the global object has nothing else, by whatever way', async () => {
      const ran = await tryToHarm(`
        const wanted = ['postMessage', 'close', 'Worker', 'importScripts',
          'indexedDB', 'caches', 'BroadcastChannel', 'parent', 'self', 'onmessage',
          'WorkerGlobalScope', 'DedicatedWorkerGlobalScope', 'fonts', 'location']
        const globals = [
          globalThis,
          Function('return this')(),
          (0, eval)('this'),
          ({}).constructor.constructor('return globalThis')(),
        ]
        for (let object of globals) {
          for (; object; object = Object.getPrototypeOf(object)) {
            for (const name of wanted) {
              if (Object.hasOwn(object, name)) console.log('found', name)
            }
          }
        }
        console.log(navigator.storage, navigator.serviceWorker)`)
      assert.equal(printed(ran), 'undefined undefined\n')
    })

    test('what it does to the language stays with it', async () => {
      const ran = await tryToHarm(`
        Object.prototype.polluted = 'yes'
        Object.prototype.type = 'end'
        Object.prototype.ended = 'flood'
        Array.prototype.push = Array.prototype.map = null
        JSON.stringify = JSON.parse = null
        Promise.prototype.then = null
        String.prototype.slice = String.prototype.indexOf = null
        Object.defineProperty = Object.keys = null
        console.log('still', 'told', 1)`)
      assert.match(printed(ran), /^still told 1\n$/)
      assert.equal(ran.outcome.ended, 'exit', ran.outcome.error?.stack ?? '')
    })

    test('an error is told whatever the language has become', async () => {
      const { outcome } = await tryToHarm(`
        RegExp.prototype.exec = String.prototype.replace = null
        Array.prototype.join = Array.prototype.push = null
        Error.prototype.toString = () => { throw 1 }
        Object.prototype.hint = { key: 'x' }
        throw new TypeError('told')`)
      assert.equal(outcome.ended, 'error')
      assert.equal(outcome.error?.message, 'told')
      assert.equal(outcome.error?.line, 6)
    })

    test('it cannot speak in the name of the sandbox', async () => {
      const ran = await tryToHarm(`
        const { postMessage } = MessagePort.prototype
        const stolen = new Set()
        MessagePort.prototype.postMessage = function (...values) {
          stolen.add(this)
          return postMessage.apply(this, values)
        }
        globalThis.postMessage = globalThis.onmessage = () => {}
        const { addEventListener } = EventTarget.prototype
        addEventListener.call(globalThis, 'message', ({ ports }) => {
          for (const port of ports) stolen.add(port)
        })
        console.log('said')
        const { port1, port2 } = new MessageChannel()
        await new Promise((resolve) => {
          port1.onmessage = resolve
          postMessage.call(port2, 'round trip')
        })
        for (const port of stolen) {
          postMessage.call(port, { type: 'output', text: 'forged' })
          postMessage.call(port, { type: 'end', ended: 'flood' })
        }`)
      assert.equal(printed(ran), 'said\n')
      assert.equal(ran.outcome.ended, 'exit')
    })

    test('it ends though no port has an ear any more', async () => {
      const ran = await tryToHarm(`
        Object.defineProperties(MessagePort.prototype, {
          onmessage: { set() {} },
          postMessage: { value() {} },
        })
        Object.defineProperties(MessageChannel.prototype, {
          port1: { get() { return {} } },
          port2: { get() { return {} } },
        })
        setTimeout(() => console.log('late'), 1)`)
      assert.equal(printed(ran), 'late\n')
      assert.equal(ran.outcome.ended, 'exit')
    })

    test('what it prints is text', async () => {
      const text = '<img src=x onerror="parent.x=1"><script>x</script>'
      const ran = await tryToHarm(`console.log(${JSON.stringify(text)})`)
      assert.equal(printed(ran), `${text}\n`)
    })
  })

  describe('that says too much', () => {
    const floods = {
      '10 MB at once': "console.log('x'.repeat(1e7))\nfor (;;);",
      '10 MB at once, on the stream': "process.stdout.write('x'.repeat(1e7))",
      'a million lines': 'for (let i = 0; i < 1e6; i++) console.log(i)',
      'a million writes':
        "for (let i = 0; i < 1e6; i++) process.stdout.write('.')",
      'a million errors': 'for (let i = 0; i < 1e6; i++) console.error(i)',
      'lines without end': "for (;;) console.log('again')",
    }
    for (const [name, text] of Object.entries(floods)) {
      test(`${name}: the beginning is kept`, async () => {
        const ran = await tryToHarm(text, { timeout: patienceInMs(8) })
        assert.equal(ran.outcome.ended, 'flood')
        const said = printed(ran) + printed(ran, 'stderr')
        assert.ok(said.length <= 1_000_000, `got ${said.length} characters`)
        assert.match(said, /^(x{1000}|0\n1\n2\n3|\.{1000}|again\nagain\n)/)
        assert.ok(said.split('\n').length <= 10_002)
      })
    }

    test('tests that say too much: the beginning is kept', async () => {
      const ran = await tryToHarm(`
        import test from 'node:test'
        const text = 'x'.repeat(100_000)
        for (let i = 0; i < 5_000; i++) {
          test(text, () => {
            const error = new Error(text)
            throw Object.assign(error, { code: text, stack: text })
          })
        }`)
      assert.equal(ran.outcome.ended, 'flood')
      const texts = ran.events.flatMap((event) =>
        Object.values(event).filter((value) => typeof value === 'string'),
      )
      assert.ok(texts.includes('x'.repeat(10_000)))
      assert.equal(Math.max(...texts.map(({ length }) => length)), 10_000)
      const all = texts.reduce((sum, { length }) => sum + length, 0)
      assert.ok(all < 1_001_000, `got ${all} characters`)
    })

    test('an error of 10 MB is cut', async () => {
      const { outcome } = await tryToHarm("throw new Error('x'.repeat(1e7))")
      assert.equal(outcome.ended, 'error')
      assert.equal(outcome.error?.message.length, 10_000)
    })
  })

  describe('that throws what is no error', () => {
    /** @type {Record<string, [text: string, message: RegExp]>} */
    const thrown = {
      null: ['throw null', /^null$/],
      undefined: ['throw undefined', /^undefined$/],
      'a symbol': ["throw Symbol('s')", /^Symbol\(s\)$/],
      'an object': ['throw { a: 1 }', /^\{ a: 1 \}$/],
      'an object that throws when it is looked at': [
        `throw { get message() { throw 1 }, get stack() { throw 2 },
          [Symbol.toPrimitive]() { throw 3 } }`,
        /Getter/,
      ],
      'an error that throws when it is looked at': [
        `throw Object.defineProperties(new Error('x'), {
          message: { get() { throw 1 } }, stack: { get() { throw 2 } },
          name: { get() { throw 3 } }, cause: { get() { throw 4 } } })`,
        /^/,
      ],
      'a Proxy': [
        `throw new Proxy({}, new Proxy({}, { get() { throw 1 } }))`,
        /^/,
      ],
      'a rejection of nothing': ['Promise.reject()', /reason "undefined"/],
      'an error that is its own cause': [
        `const error = new Error('round')
         error.cause = error
         throw error`,
        /^round$/,
      ],
    }
    for (const [name, [text, message]] of Object.entries(thrown)) {
      test(`${name} is told of`, async () => {
        const { outcome } = await tryToHarm(text)
        assert.equal(outcome.ended, 'error')
        assert.equal(outcome.status, 1)
        assert.match(outcome.error?.message ?? '', message)
      })
    }
  })

  describe('that ends itself', () => {
    test('process.exit ends it, whatever catches that', async () => {
      const ran = await tryToHarm(`
        process.on('exit', () => console.log('exit'))
        try { process.exit(3) } catch {} finally { console.log('after') }
        for (;;);`)
      assert.equal(printed(ran), 'exit\n')
      assert.equal(ran.outcome.ended, 'exit')
      assert.equal(ran.outcome.status, 3)
    })

    test('close() is not there', async () => {
      const { outcome } = await tryToHarm('close()')
      assert.equal(outcome.error?.message, 'close is not defined')
    })

    test('a deep recursion is an error', async () => {
      const { outcome } = await tryToHarm('(function f() { f() })()')
      assert.equal(outcome.ended, 'error')
      assert.equal(outcome.error?.name, 'RangeError')
      assert.equal(outcome.error?.line, 1)
    })
  })
})
