import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { folderWith } from './files-support.js'
import { addressOf, library } from './library.js'
import { listen } from './serving.js'
import { rawRequest, request, within } from './support.js'

const { createServer, Router } = await library('lib/index.js')
const { multipart } = await library('lib/middleware/multipart.js')
const { inject } = await library('lib/testing/inject.js')

const TYPE = { 'content-type': 'multipart/form-data; boundary=cut' }

/** @param {...[disposition: string, data: string | Buffer]} parts */
const formOf = (...parts) =>
  Buffer.concat([
    ...parts.flatMap(([disposition, data]) => [
      Buffer.from(
        `--cut\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`,
      ),
      Buffer.from(data),
      Buffer.from('\r\n'),
    ]),
    Buffer.from('--cut--\r\n'),
  ])

/** What the client sends in front of a body. @param {number} length */
const headOf = (length) =>
  'POST /upload HTTP/1.1\r\nHost: a\r\nConnection: close\r\n' +
  `Content-Type: ${TYPE['content-type']}\r\nContent-Length: ${length}\r\n\r\n`

/**
 * @param {import('node:test').TestContext} t
 * @param {(req: any) => any} handler of POST /upload
 * @param {object} [options] of the route
 */
async function serve(t, handler, options = {}) {
  const failures = /** @type {any[]} */ ([])
  const onError = (/** @type {unknown} */ error) => void failures.push(error)
  const router = new Router({ problems: true, onError })
  router.post('/upload', options, handler)
  const server = createServer(router)
  const app = await listen(t, server)
  return {
    port: app.port,
    server,
    failures,
    /** @param {Buffer | string} body @param {Record<string, string>} [headers] */
    post: (body, headers = TYPE) =>
      request(app, '/upload', { method: 'POST', headers, body }),
  }
}

/** @param {any} part */
const saved = async (part, /** @type {string} */ folder) => ({
  filename: part.filename,
  ...(await part.saveTo(folder)),
})

/** Saves all files of a form. @param {string} folder @param {object} [limits] */
const saver = (folder, limits) => async (/** @type {any} */ req) => {
  const files = []
  for await (const part of multipart(req, limits)) {
    if (part.filename !== undefined) files.push(await saved(part, folder))
    else await part.text()
  }
  return files
}

/** @param {string} folder is waited for until it is empty */
async function emptied(folder) {
  const empty = async () => {
    while (readdirSync(folder).length > 0) await sleep(5)
  }
  await within(empty(), () => `nothing in ${readdirSync(folder)}`)
}

/** @param {string} folder @param {number} count of files in it to wait for */
async function filled(folder, count) {
  while (readdirSync(folder).length < count) await sleep(5)
}

test('the parts of a form come one after another, with their data', async (t) => {
  const { post } = await serve(t, async (req) => {
    const parts = []
    for await (const part of multipart(req)) {
      const { name, filename, type } = part
      parts.push({ name, filename, type, text: await part.text() })
    }
    return parts
  })
  const form = new FormData()
  form.append('title', 'café "L"\r\n100%')
  form.append(
    'photo',
    new Blob(['wren'], { type: 'image/png' }),
    'café "L".png',
  )
  const sent = new Response(form)
  const res = await post(Buffer.from(await sent.arrayBuffer()), {
    'content-type': sent.headers.get('content-type') ?? '',
  })
  assert.deepEqual(JSON.parse(res.text), [
    { name: 'title', type: 'text/plain', text: 'café "L"\r\n100%' },
    {
      name: 'photo',
      filename: 'café "L".png',
      type: 'image/png',
      text: 'wren',
    },
  ])
})

test('a part that nobody reads is skipped', async (t) => {
  const { post } = await serve(t, async (req) => {
    const names = []
    for await (const part of multipart(req)) names.push(part.name)
    return names
  })
  const large = Buffer.alloc(500_000, 'x')
  const body = formOf(
    ['name=a; filename=a', large],
    ['name=b', 'b'],
    ['name=c; filename=c', large],
  )
  assert.equal((await post(body)).text, '["a","b","c"]')
})

test('so is the rest of one that is read in part', async (t) => {
  const { post } = await serve(t, async (req) => {
    const names = []
    for await (const part of multipart(req)) {
      names.push(part.name)
      for await (const chunk of part) {
        assert.ok(chunk.length > 0)
        break
      }
    }
    return names
  })
  const large = Buffer.alloc(500_000, 'x')
  const body = formOf(['name=a; filename=a', large], ['name=b', 'b'])
  assert.equal((await post(body)).text, '["a","b"]')
})

test('a part that is still being read is an error for the next', async (t) => {
  const { post, failures } = await serve(t, async (req) => {
    const reading = []
    for await (const part of multipart(req)) {
      reading.push(buffer(part).catch(() => {}))
    }
    return 'all read'
  })
  const large = Buffer.alloc(500_000)
  const body = formOf(['name=a; filename=a', large], ['name=b', 'b'])
  assert.equal((await post(body)).status, 500)
  assert.equal(failures[0].code, 'ERR_VELOCY_PART_USED')
})

for (const method of ['text', 'saveTo']) {
  test(`a forgotten await of ${method}() ends the form, not the process`, async (t) => {
    const folder = folderWith(t, {})
    const unhandled = t.mock.fn()
    process.on('unhandledRejection', unhandled)
    t.after(() => process.off('unhandledRejection', unhandled))
    let reading = Promise.resolve()
    const { post, failures } = await serve(t, async (req) => {
      for await (const part of multipart(req)) reading = part[method](folder)
      return 'all read'
    })
    const large = Buffer.alloc(500_000)
    const body = formOf(['name=a; filename=a', large])
    assert.equal((await post(body)).status, 500)
    assert.equal(failures[0].code, 'ERR_VELOCY_PART_USED')
    assert.equal(unhandled.mock.callCount(), 0)
    // Half a file must not be taken for a whole one.
    await assert.rejects(within(reading, 'an end'), failures[0])
    assert.deepEqual(readdirSync(folder), [])
  })
}

test('a part is read once, and before the next one', async (t) => {
  const used = { code: 'ERR_VELOCY_PART_USED' }
  const { post } = await serve(t, async (req) => {
    const parts = []
    for await (const part of multipart(req)) {
      parts.push(part)
      if (part.name !== 'a') continue
      await part.text()
      await assert.rejects(part.text(), used)
    }
    for (const part of parts) await assert.rejects(part.text(), used)
    return 'as expected'
  })
  const body = formOf(['name=a', '1'], ['name=b', '2'])
  assert.equal((await post(body)).text, 'as expected')
})

test('a part is an iterable of bytes, which streams can be made of', async (t) => {
  const { post } = await serve(t, async (req) => {
    const hashes = []
    for await (const part of multipart(req)) {
      const hash = createHash('sha256')
      await pipeline(Readable.from(part), hash)
      hashes.push(hash.digest('hex'))
    }
    return hashes
  })
  const bytes = randomBytes(300_000)
  const res = await post(formOf(['name=f; filename=f', bytes]))
  const expected = createHash('sha256').update(bytes).digest('hex')
  assert.deepEqual(JSON.parse(res.text), [expected])
})

test('a field says in which charset it is', async (t) => {
  const { post } = await serve(t, async (req) => {
    for await (const part of multipart(req)) return await part.text()
  })
  const field = (/** @type {string} */ type) =>
    Buffer.from(
      `--cut\r\nContent-Disposition: form-data; name=a\r\n${type}\r\n\r\n` +
        'caf\xe9\r\n--cut--\r\n',
      'latin1',
    )
  const latin1 = await post(field('Content-Type: text/plain; charset=latin1'))
  assert.equal(latin1.text, 'café')
  assert.equal((await post(field('X-Nothing: 1'))).status, 400)
  const unknown = await post(field('Content-Type: text/plain; charset=wren'))
  assert.equal(unknown.status, 415)
})

test('a form is read on a connection in memory, too', async () => {
  const router = new Router()
  router.post('/upload', async (/** @type {any} */ req) => {
    const texts = []
    for await (const part of multipart(req)) texts.push(await part.text())
    return texts
  })
  const body = formOf(['name=a', 'wren'], ['name=b', 'robin'])
  const request = { path: '/upload', method: 'POST', headers: TYPE, body }
  assert.deepEqual(await (await inject(router, request)).json(), [
    'wren',
    'robin',
  ])
})

test('another kind of body is refused with 415', async (t) => {
  const { post } = await serve(t, saver('/nowhere'))
  const urlencoded = 'application/x-www-form-urlencoded'
  const res = await post('a=1', { 'content-type': urlencoded })
  assert.equal(res.status, 415)
  assert.equal(res.headers.accept, 'multipart/form-data')
})

test('a saved file has a name of its own, and the bytes that came', async (t) => {
  const folder = folderWith(t, {})
  const { post } = await serve(t, async (req) => {
    const files = []
    for await (const part of multipart(req)) {
      files.push(await part.saveTo(folder, { hash: 'sha256' }))
    }
    return files
  })
  const bytes = randomBytes(700_000)
  const body = formOf(
    ['name=a; filename="../../evil.sh"', bytes],
    ['name=b; filename="../../evil.sh"', ''],
  )
  const [first, second] = JSON.parse((await post(body)).text)
  assert.equal(path.dirname(first.path), folder)
  assert.match(path.basename(first.path), /^[\da-f-]{36}$/)
  assert.notEqual(first.path, second.path)
  assert.deepEqual(readFileSync(first.path), bytes)
  assert.equal(first.size, bytes.length)
  assert.equal(first.hash, createHash('sha256').update(bytes).digest('hex'))
  assert.equal(statSync(first.path).mode & 0o777, 0o600)
  assert.equal(second.size, 0)
  assert.equal(readdirSync(folder).length, 2)
})

/** @type {Record<string, [object, Buffer, RegExp]>} limits, a body, the detail */
const EXCESSIVE = {
  files: [
    { files: 1 },
    formOf(['name=a; filename=a', 'a'], ['name=b; filename=b', 'b']),
    /limit files of 1/,
  ],
  fields: [
    { fields: 1 },
    formOf(['name=f; filename=f', 'f'], ['name=a', ''], ['name=b', '']),
    /limit fields of 1/,
  ],
  fileSize: [
    { fileSize: 300_000 },
    formOf(
      ['name=a; filename=a', 'a'],
      ['name=b; filename=b', Buffer.alloc(300_001)],
    ),
    /limit fileSize of 300000/,
  ],
  fieldSize: [
    { fieldSize: 10 },
    formOf(['name=f; filename=f', 'f'], ['name=a', 'x'.repeat(11)]),
    /limit fieldSize of 10/,
  ],
}

for (const [name, [limits, body, detail]] of Object.entries(EXCESSIVE)) {
  test(`more than ${name} is a 413, and leaves nothing behind`, async (t) => {
    const folder = folderWith(t, {})
    const { post } = await serve(t, saver(folder, limits))
    const res = await post(body)
    assert.equal(res.status, 413)
    const problem = JSON.parse(res.text)
    assert.equal(problem.code, 'ERR_VELOCY_PART_LIMIT')
    assert.match(problem.detail, detail)
    await emptied(folder)
  })
}

test('a form may reach its limits', async (t) => {
  const folder = folderWith(t, {})
  const limits = { files: 2, fields: 2, fileSize: 5, fieldSize: 3 }
  const { post } = await serve(t, saver(folder, limits), { bodyTimeout: 0 })
  const body = formOf(
    ['name=a; filename=a', '12345'],
    ['name=b', '123'],
    ['name=c; filename=c', '12345'],
    ['name=d', '123'],
  )
  assert.equal((await post(body)).status, 200)
  assert.equal(readdirSync(folder).length, 2)
})

test('a malformed body is a 400, and leaves nothing behind', async (t) => {
  const folder = folderWith(t, {})
  const { post } = await serve(t, saver(folder))
  const whole = formOf(['name=f; filename=f', Buffer.alloc(200_000)])
  const res = await post(whole.subarray(0, -4))
  assert.equal(res.status, 400)
  assert.equal(JSON.parse(res.text).code, 'ERR_VELOCY_BAD_MULTIPART')
  await emptied(folder)
})

test('an error stays, even if a handler goes on after it', async (t) => {
  const { post } = await serve(t, async (req) => {
    for await (const part of multipart(req, { fileSize: 1 })) {
      await assert.rejects(part.text(), { code: 'ERR_VELOCY_PART_LIMIT' })
    }
    return 'all read'
  })
  const body = formOf(['name=a; filename=a', 'aa'])
  assert.equal((await post(body)).status, 413)
})

test('a body longer than bodyLimit is refused before it is sent', async (t) => {
  const { port } = await serve(t, saver('/nowhere'), { bodyLimit: 1000 })
  const head = headOf(1001).replace(
    '\r\n\r\n',
    '\r\nExpect: 100-continue\r\n\r\n',
  )
  const answer = (await rawRequest(port, head)).toString()
  assert.match(answer, /^HTTP\/1\.1 413/)
  assert.match(answer, /limit of 1000 bytes/)
})

test('a body of unknown length is cut at bodyLimit', async (t) => {
  const folder = folderWith(t, {})
  const { post } = await serve(t, saver(folder), { bodyLimit: 1000 })
  const body = formOf(['name=f; filename=f', Buffer.alloc(1000)])
  const res = await post(body, { ...TYPE, 'transfer-encoding': 'chunked' })
  assert.equal(res.status, 413)
  assert.equal(JSON.parse(res.text).code, 'ERR_VELOCY_BODY_TOO_LARGE')
  await emptied(folder)
})

test('a route says how long its bodies may be', async (t) => {
  const folder = folderWith(t, {})
  const body = formOf(['name=f; filename=f', Buffer.alloc(2 ** 21)])
  const small = await serve(t, saver(folder))
  assert.equal((await small.post(body)).status, 413)
  const large = await serve(t, saver(folder), { bodyLimit: body.length })
  assert.equal((await large.post(body)).status, 200)
})

test('what a client leaves half sent is removed', async (t) => {
  const folder = folderWith(t, {})
  const { port } = await serve(t, saver(folder))
  const body = formOf(
    ['name=a; filename=a', 'whole'],
    ['name=b; filename=b', Buffer.alloc(100_000)],
  )
  const socket = connect(port, '127.0.0.1')
  socket.write(headOf(body.length))
  socket.write(body.subarray(0, 50_000))
  await within(filled(folder, 2), 'two files')
  const names = readdirSync(folder)
  assert.deepEqual(names.map((name) => path.extname(name)).sort(), [
    '',
    '.part',
  ])
  socket.destroy()
  await emptied(folder)
})

test('a client that stalls is told so, and cut', async (t) => {
  const folder = folderWith(t, {})
  const { port } = await serve(t, saver(folder), { bodyTimeout: 50 })
  const body = formOf(['name=a; filename=a', Buffer.alloc(100_000)])
  const sent = [headOf(body.length), body.subarray(0, 50_000)]
  const options = { responses: Infinity }
  const answer = (await rawRequest(port, sent, options)).toString()
  assert.match(answer, /^HTTP\/1\.1 408/)
  assert.match(answer, /Nothing more of the request body received for 50 ms/)
  await emptied(folder)
})

test('a handler that takes its time is not a client that stalls', async (t) => {
  const { post } = await serve(
    t,
    async (req) => {
      const texts = []
      for await (const part of multipart(req)) {
        await sleep(30)
        texts.push(await part.text())
      }
      return texts
    },
    { bodyTimeout: 20 },
  )
  const body = formOf(['name=a', 'wren'], ['name=b', 'robin'])
  assert.equal((await post(body)).text, '["wren","robin"]')
})

test('close() in the middle of an upload leaves nothing behind', async (t) => {
  const folder = folderWith(t, {})
  const { port, server } = await serve(t, saver(folder))
  server.closeTimeout = 20
  const body = formOf(['name=a; filename=a', Buffer.alloc(100_000)])
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  socket.write(headOf(body.length))
  socket.write(body.subarray(0, 50_000))
  await within(filled(folder, 1), 'a file')
  server.close()
  await within(once(server, 'close'), 'the end')
  await emptied(folder)
})

for (const way of ['throw', 'return']) {
  test(`a loop that ends early by ${way} keeps no file`, async (t) => {
    const folder = folderWith(t, {})
    const { post } = await serve(t, async (req) => {
      for await (const part of multipart(req)) {
        await part.saveTo(folder)
        if (way === 'return') return 'left'
        throw new Error('no room in the archive')
      }
    })
    const body = formOf(
      ['name=a; filename=a', 'a'],
      ['name=b; filename=b', Buffer.alloc(200_000)],
    )
    assert.equal((await post(body)).status, way === 'return' ? 200 : 500)
    await emptied(folder)
  })
}

test('a folder that is not there is a 500', async (t) => {
  const { post, failures } = await serve(t, saver('/nowhere/at/all'))
  const body = formOf(['name=a; filename=a', Buffer.alloc(200_000)])
  assert.equal((await post(body)).status, 500)
  assert.equal(failures[0].code, 'ENOENT')
})

test('the next request follows an upload on its connection', async (t) => {
  const folder = folderWith(t, {})
  const { port } = await serve(t, saver(folder))
  const good = formOf(['name=a; filename=a', Buffer.alloc(200_000)])
  // The answer is known long before the end.
  const bad = formOf(['filename=a', Buffer.alloc(200_000)])
  const chunks = [good, bad, good].flatMap((body) => [
    headOf(body.length).replace('Connection: close\r\n', ''),
    body,
  ])
  const answers = (await rawRequest(port, chunks, { responses: 3 })).toString()
  const statuses = [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)]
  assert.deepEqual(
    statuses.map(([, status]) => status),
    ['200', '400', '200'],
  )
})

test('no more is read from the socket than a handler reads', async (t) => {
  const first = Promise.withResolvers()
  const goOn = Promise.withResolvers()
  const options = { bodyLimit: 2 ** 26 }
  const { port, post } = await serve(
    t,
    async (req) => {
      let size = 0
      for await (const part of multipart(req)) {
        for await (const chunk of part) {
          size += chunk.length
          first.resolve(req.socket)
          await goOn.promise
        }
      }
      return String(size)
    },
    options,
  )
  const size = 2 ** 25
  const body = formOf(['name=a; filename=a', Buffer.alloc(size)])
  const answer = rawRequest(port, [headOf(body.length), body])
  const socket = await first.promise
  // Each of these would give the server time to read more.
  for (let i = 0; i < 20; i++) await post('', { 'content-type': 'text/plain' })
  assert.ok(socket.bytesRead < 2 ** 20, `${socket.bytesRead} bytes were read`)
  goOn.resolve(undefined)
  assert.match((await answer).toString(), new RegExp(`${size}$`))
})

/**
 * A server in a process of its own.
 *
 * @param {import('node:test').TestContext} t
 * @param {string} folder
 * @param {string} [limit] of the shell, such as `ulimit -f 100`
 */
async function serveApart(t, folder, limit = 'true') {
  const program = `
    const { createServer, Router } = await import(process.env.LIB)
    const { multipart } = await import(process.env.MIDDLEWARE)
    const router = new Router()
    router.post('/upload', async (req) => {
      const failures = []
      for await (const part of multipart(req)) {
        const note = ({ code }) => void failures.push(code)
        await part.saveTo(process.env.TO).catch(note)
      }
      return failures
    })
    router.post('/exit', () => process.exit())
    const server = createServer(router).listen(0, '127.0.0.1', () =>
      console.log(server.address().port))`
  const env = {
    ...process.env,
    LIB: addressOf('lib/index.js').href,
    MIDDLEWARE: addressOf('lib/middleware/multipart.js').href,
    TO: folder,
  }
  const run = `${limit} && exec "$0" --input-type=module -e "$1"`
  const child = spawn('/bin/sh', ['-c', run, process.execPath, program], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => child.kill())
  const [printed] = await once(child.stdout, 'data')
  return { child, port: Number(printed) }
}

test('a process that exits keeps whole uploads, and no others', async (t) => {
  const folder = folderWith(t, {})
  const { child, port } = await serveApart(t, folder)
  const body = formOf(
    ['name=a; filename=a', 'whole'],
    ['name=b; filename=b', Buffer.alloc(100_000)],
  )
  await rawRequest(port, [headOf(body.length), body])
  const kept = readdirSync(folder)
  assert.equal(kept.length, 2)
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  socket.write(headOf(body.length))
  socket.write(body.subarray(0, 50_000))
  await within(filled(folder, 4), 'two more files')
  const exit = connect(port, '127.0.0.1').on('error', () => {})
  exit.write('POST /exit HTTP/1.1\r\nHost: a\r\n\r\n')
  await within(once(child, 'close'), 'the end of the process')
  assert.deepEqual(readdirSync(folder), kept)
})

test('a file that does not fit leaves nothing behind, and others stay', async (t) => {
  const folder = folderWith(t, {})
  const { port } = await serveApart(t, folder, 'ulimit -f 200')
  const body = formOf(
    ['name=a; filename=a', Buffer.alloc(300_000)],
    ['name=b; filename=b', 'small'],
  )
  const answer = await rawRequest(port, [headOf(body.length), body])
  assert.match(answer.toString(), /\["EFBIG"\]$/)
  const [name, ...others] = readdirSync(folder)
  assert.equal(others.length, 0)
  assert.equal(readFileSync(path.join(folder, name), 'utf8'), 'small')
})

test('limits are checked', async (t) => {
  const { post, failures } = await serve(t, saver('/', { fileSize: '1mb' }))
  assert.equal((await post(formOf())).status, 500)
  assert.equal(failures[0].code, 'ERR_VELOCY_BAD_OPTION')
})
