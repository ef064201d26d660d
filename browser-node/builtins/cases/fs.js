/** @import { Case } from '../compare.fixture.js' */

/** @param {(fs: any, at: (name: string) => string) => unknown} run @returns {Case} */
const on = (run) =>
  Object.assign(
    (/** @type {any} */ { fs }, /** @type {string} */ folder) =>
      run(fs, (name) => `${folder}/${name}`),
    { toString: () => String(run) },
  )

/**
 * @param {(promises: any, at: (name: string) => string, fs: any,
 *   modules: any) => unknown} run
 * @returns {Case}
 */
const later = (run) =>
  Object.assign(
    (/** @type {any} */ modules, /** @type {string} */ folder) =>
      run(
        modules['fs/promises'],
        (name) => `${folder}/${name}`,
        modules.fs,
        modules,
      ),
    { toString: () => String(run) },
  )

/** Each goes on where the one before has ended. @type {Case[]} */
export const cases = [
  on((fs, at) => fs.readFileSync(at('no'))),
  on((fs, at) => fs.readFileSync(at(''))),
  on((fs, at) => fs.writeFileSync(at('a'), 'hello')),
  on((fs, at) => fs.readFileSync(at('a'), 'utf8')),
  on((fs, at) => fs.readFileSync(at('a'))),
  on((fs, at) => fs.readFileSync(new URL(`file://${at('a')}`), 'utf8')),
  on((fs, at) => fs.appendFileSync(at('a'), ' world')),
  on((fs, at) => fs.statSync(at('a')).size),
  on((fs, at) => fs.readFileSync(at('a'), { encoding: 'latin1' })),
  on((fs, at) => fs.readFileSync(at('a'), 'nope')),
  on((fs) => fs.readFileSync(null)),
  on((fs, at) => fs.writeFileSync(at('no/b'), 'x')),
  on((fs, at) => fs.writeFileSync(at(''), 'x')),
  on((fs, at) => fs.writeFileSync(at('a'), 3)),
  on((fs, at) => fs.openSync(at('a'), 'wx')),
  on((fs, at) => fs.openSync(at('zz'), 'q')),
  on((fs) => fs.openSync('', 'r')),
  on((fs, at) => fs.mkdirSync(at('d'))),
  on((fs, at) => fs.mkdirSync(at('d'))),
  on((fs, at) => fs.openSync(at('d'), 'w')),
  on((fs, at) => fs.mkdirSync(at('x/y/z'))),
  on((fs, at) => fs.mkdirSync(at('x/y/z'), { recursive: true })),
  on((fs, at) => fs.mkdirSync(at('x/y/z'), { recursive: true })),
  on((fs, at) => fs.mkdirSync(at('a'), { recursive: true })),
  on((fs, at) => fs.mkdirSync(at('a/b'), { recursive: true })),
  on((fs, at) => fs.readdirSync(at(''))),
  on((fs, at) => fs.readdirSync(at('no'))),
  on((fs, at) => fs.readdirSync(at('a'))),
  on((fs, at) => fs.rmSync(at('no'))),
  on((fs, at) => fs.rmSync(at('no'), { force: true })),
  on((fs, at) => fs.rmSync(at('x'), { recursive: true })),
  on((fs, at) => [fs.existsSync(at('x')), fs.existsSync(at('a'))]),
  on((fs, at) => fs.unlinkSync(at('no'))),
  on((fs, at) => fs.unlinkSync(at('d'))),
  on((fs, at) => fs.renameSync(at('a'), at('b'))),
  on((fs, at) => fs.renameSync(at('a'), at('b'))),
  on((fs, at) => fs.renameSync(at('b'), at('d'))),
  on((fs, at) => fs.renameSync(at('d'), at('b'))),
  on((fs, at) => fs.readFileSync(at('b/c'))),
  on((fs, at) => fs.accessSync(at('no'))),
  on((fs, at) => fs.accessSync(at('b'))),
  on((fs, at) => fs.statSync(at('no'))),
  on((fs, at) => fs.statSync(at('no'), { throwIfNoEntry: false })),
  on((fs, at) => fs.statSync(at('')).isDirectory()),
  on((fs) => fs.closeSync(9999)),
  on((fs) => fs.readSync(1000, new Uint8Array(1))),
  // Open files.
  on((fs, at) => {
    const fd = fs.openSync(at('rw'), 'w+')
    const bytes = new Uint8Array(20)
    const said = [
      fs.writeSync(fd, 'hello'),
      fs.writeSync(fd, new TextEncoder().encode('XY'), 0, 2, 1),
      fs.writeSync(fd, 'Z', 10),
      fs.readSync(fd, bytes, 0, 20, 0),
      fs.readSync(fd, bytes),
      fs.fstatSync(fd).size,
    ]
    fs.closeSync(fd)
    return [said, bytes, fs.readFileSync(at('rw'), 'utf8')]
  }),
  on((fs, at) => {
    const fd = fs.openSync(at('ap'), 'a+')
    fs.writeSync(fd, 'ab')
    fs.writeSync(fd, 'c', 0)
    const bytes = new Uint8Array(5)
    const count = fs.readSync(fd, bytes, { position: 0 })
    fs.closeSync(fd)
    return [count, bytes]
  }),
  on((fs, at) => {
    const fd = fs.openSync(at('ap'), 'r')
    try {
      return fs.writeSync(fd, 'x')
    } finally {
      fs.closeSync(fd)
    }
  }),
  on((fs, at) => {
    const fd = fs.openSync(at('ap'), 'w')
    try {
      return fs.readSync(fd, new Uint8Array(1))
    } finally {
      fs.closeSync(fd)
    }
  }),
  // A file that is open keeps what it is when its name goes.
  on((fs, at) => {
    const fd = fs.openSync(at('moved'), 'w')
    fs.writeSync(fd, '1')
    fs.renameSync(at('moved'), at('there'))
    fs.writeSync(fd, '2')
    fs.closeSync(fd)
    return fs.readFileSync(at('there'), 'utf8')
  }),
  on((fs, at) => {
    const fd = fs.openSync(at('gone'), 'w+')
    fs.unlinkSync(at('gone'))
    fs.writeSync(fd, '2')
    const { size } = fs.fstatSync(fd)
    fs.closeSync(fd)
    return [size, fs.existsSync(at('gone'))]
  }),
  on((fs, at) => fs.mkdtempSync(at('t-')).length - at('').length),
  on((fs, at) => fs.mkdtempSync(at('no/t-'))),
  // Callbacks.
  on((fs, at) => fs.readFile(at('b'))),
  on(
    (fs, at) =>
      new Promise((_, reject) => {
        fs.readFile(at('no'), reject)
      }),
  ),
  on(
    (fs, at) =>
      new Promise((resolve) => {
        fs.stat(
          at(''),
          (/** @type {unknown} */ error, /** @type {any} */ stats) =>
            resolve([error, stats.isDirectory()]),
        )
      }),
  ),
  on(
    (fs, at) =>
      new Promise((resolve) => {
        const fd = fs.openSync(at('b'))
        const bytes = new Uint8Array(2)
        fs.read(fd, bytes, 0, 2, 0, (/** @type {any[]} */ ...args) => {
          fs.closeSync(fd)
          resolve(args)
        })
      }),
  ),
  // Promises.
  later((promises, at) => promises.readFile(at('no'))),
  later((promises, at) => promises.stat(at('no'))),
  // Streams.
  later(
    (_, at, fs) =>
      new Promise((resolve) => {
        const stream = fs.createReadStream(at('no'))
        stream.on('error', (/** @type {Error} */ error) =>
          resolve([error.message, stream.destroyed]),
        )
      }),
  ),
  later(async (_, at, fs) => {
    const sizes = []
    fs.writeFileSync(at('source'), 'x'.repeat(200_000))
    for await (const part of fs.createReadStream(at('source'))) {
      sizes.push(part.length)
    }
    return sizes
  }),
  later(
    (_, at, fs) =>
      new Promise((resolve) => {
        /** @type {string[]} */
        const log = []
        const stream = fs.createReadStream(at('ap'))
        for (const name of ['open', 'ready', 'data', 'end', 'close']) {
          stream.on(name, () => log.push(name))
        }
        stream.on('close', () => resolve(log))
      }),
  ),
]
