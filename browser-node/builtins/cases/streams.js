/** @import { Case } from '../compare.fixture.js' */

/** @param {(stream: any, modules: any) => unknown} run @returns {Case} */
const on = (run) =>
  Object.assign((/** @type {any} */ modules) => run(modules.stream, modules), {
    toString: () => String(run),
  })

/** @param {string[]} log @param {any} stream */
const listen = (log, stream) => {
  for (const name of ['finish', 'end', 'error', 'close', 'drain']) {
    stream.on(name, () => log.push(name))
  }
  return new Promise((resolve) => stream.on('close', () => resolve(log)))
}

/** @type {Case[]} */
export const cases = [
  on(({ Readable }) => Readable.from(['a', 'b']).toArray()),
  on(async ({ Readable }) => {
    const found = []
    for await (const part of Readable.from([1, 2, 3])) found.push(part)
    return found
  }),
  on(async ({ Writable }) => {
    /** @type {string[]} */
    const log = []
    const target = new Writable({
      highWaterMark: 4,
      write(
        /** @type {any} */ chunk,
        /** @type {string} */ _encoding,
        /** @type {() => void} */ done,
      ) {
        log.push(String(chunk))
        setImmediate(done)
      },
    })
    const over = listen(log, target)
    log.push(target.write('1234'), target.write('5'))
    await new Promise((resolve) => target.once('drain', resolve))
    target.end('6')
    return over
  }),
  on(async ({ Transform, Readable }, { 'stream/promises': { pipeline } }) => {
    const upper = new Transform({
      transform(
        /** @type {any} */ chunk,
        /** @type {string} */ _encoding,
        /** @type {(error: null, text: string) => void} */ done,
      ) {
        done(null, String(chunk).toUpperCase())
      },
    })
    /** @type {string[]} */
    const found = []
    await pipeline(
      Readable.from(['a', 'b']),
      upper,
      async (/** @type {AsyncIterable<any>} */ source) => {
        for await (const part of source) found.push(String(part))
      },
    )
    return found
  }),
  on(async ({ Readable, PassThrough }, { 'stream/promises': { pipeline } }) => {
    const target = new PassThrough()
    const source = new Readable({
      read() {
        this.destroy(new Error('broken'))
      },
    })
    const error = await pipeline(source, target).catch(String)
    return [error, target.destroyed]
  }),
  on(async ({ Readable, PassThrough }, { 'stream/promises': { pipeline } }) => {
    const source = new Readable({ read() {} })
    const result = pipeline(source, new PassThrough().resume())
    source.destroy()
    return result
  }),
  on(async ({ Readable, Writable }, { 'stream/promises': { pipeline } }) => {
    const source = Readable.from(['a'])
    const target = new Writable({
      write: (
        /** @type {any} */ _chunk,
        /** @type {string} */ _encoding,
        /** @type {(error: Error) => void} */ done,
      ) => done(new Error('full')),
    })
    const error = await pipeline(source, target).catch(String)
    return [error, source.destroyed, target.destroyed]
  }),
  on(async ({ Readable, PassThrough }, { 'stream/promises': { pipeline } }) =>
    pipeline(new Readable({ read() {} }), new PassThrough(), {
      signal: AbortSignal.abort(),
    }),
  ),
  on(async ({ Readable }, { 'stream/promises': { finished } }) => {
    const source = Readable.from(['a'])
    source.resume()
    await finished(source)
    return source.destroyed
  }),
  on(({ Writable }) => new Writable().write('a')),
  on(({ Writable }) => new Writable({ write() {} }).write(null)),
  on(
    ({ Writable }) =>
      new Promise((_, reject) => {
        const target = new Writable({ write() {} })
        target.on('error', reject)
        target.end()
        target.write('late')
      }),
  ),
  on(
    ({ Readable }) =>
      new Promise((_, reject) => {
        const source = new Readable({ read() {} })
        source.on('error', reject)
        source.push(null)
        source.push('late')
      }),
  ),
  on(({ Readable }, { events }) => new Readable() instanceof events),
  on(({ Readable }, { buffer: { Buffer } }) => {
    const source = new Readable({ read() {} })
    source.push('é')
    return Buffer.isBuffer(source.read())
  }),
  on(({ Readable }) => {
    const source = new Readable({ read() {} })
    for (const part of ['a', 'b', null]) source.push(part)
    return [source.read(), source.read(), source.read()]
  }),
  on(async ({ Readable }) => {
    const source = new Readable({ read() {} })
    for (const part of ['a', 'b', null]) source.push(part)
    await new Promise((resolve) => source.once('readable', resolve))
    const parts = []
    for (let part = source.read(); part; part = source.read()) parts.push(part)
    await new Promise((resolve) => source.once('end', resolve))
    return parts
  }),
  on(async ({ Readable }) => {
    const source = new Readable({ read() {}, encoding: 'utf8' })
    source.push(new Uint8Array([0xc3]))
    source.push(new Uint8Array([0xa9]))
    source.push(null)
    return source.toArray()
  }),
  on(({ Writable }) => {
    const target = new Writable({ highWaterMark: 5, write() {} })
    const said = [target.write('123'), target.write('45')]
    return [said, target.writableLength, target.writableNeedDrain]
  }),
  on(({ getDefaultHighWaterMark }) => getDefaultHighWaterMark(true)),
  on(({ Readable }, { 'stream/consumers': { text } }) =>
    text(Readable.from(['a', 'é'])),
  ),
  on(({ Readable }, { 'stream/consumers': { json } }) =>
    json(Readable.from(['{"a"', ':1}'])),
  ),
  on(async ({ Duplex }) => {
    const duplex = Duplex.from(
      async function* (/** @type {AsyncIterable<any>} */ source) {
        for await (const part of source) yield `${part}!`
      },
    )
    duplex.end('a')
    return (await duplex.toArray()).map(String)
  }),
  on(({ Readable }) =>
    Readable.from([1, 2, 3, 4])
      .filter((/** @type {number} */ x) => x % 2)
      .map((/** @type {number} */ x) => x * 2)
      .toArray(),
  ),
]
