import assert from 'node:assert/strict'
import { test } from 'node:test'

const path = process.env.EXERCISE ?? './exercise.js'
const { send } = await import(new URL(path, import.meta.url).href)

const SONG = 'kea tui kaka weka moa'
const MOST = 4

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Until everything that can go on without us has done so. */
async function rest() {
  for (let i = 0; i < 20; i++) await turn()
}

/** What a disk or a client takes its time with: some turns, or until told. */
class Pace {
  turns = 1
  /** From which step on it waits until it is released. */
  holdsFrom = Number.POSITIVE_INFINITY
  #steps = 0
  /** @type {((value?: unknown) => void)[]} */
  #held = []

  async wait() {
    const step = ++this.#steps
    for (let i = 0; i < this.turns; i++) await turn()
    if (step < this.holdsFrom) return
    await new Promise((resolve) => this.#held.push(resolve))
  }

  release() {
    this.holdsFrom = Number.POSITIVE_INFINITY
    for (const go of this.#held) go()
  }
}

class File {
  pace = new Pace()
  reads = 0
  /** How many bytes a read gives at the most. */
  limit = Number.POSITIVE_INFINITY
  /** Which read fails. */
  fails = 0
  isClosed = false
  #pending = 0
  #text
  #complaints

  /** @param {string} text @param {string[]} complaints */
  constructor(text, complaints) {
    this.#text = text
    this.#complaints = complaints
  }

  /** @param {Buffer} buffer @param {number} position */
  async read(buffer, position) {
    const number = ++this.reads
    if (number > 100) throw new Error('100 reads are enough')
    if (this.isClosed) this.#complaints.push('a read after close')
    if (buffer.length > MOST) this.#complaints.push('a buffer is too large')
    this.#pending++
    await this.pace.wait()
    this.#pending--
    if (number === this.fails) throw new Error('the disk is broken')
    const end = position + Math.min(buffer.length, this.limit)
    return buffer.write(this.#text.slice(position, end), 'latin1')
  }

  close() {
    if (this.isClosed) this.#complaints.push('closed twice')
    if (this.#pending > 0) this.#complaints.push('closed during a read')
    this.isClosed = true
  }
}

class Client {
  pace = new Pace()
  got = ''
  /** After so many chunks. */
  leaves = Number.POSITIVE_INFINITY
  /** @type {string[]} */
  ends = []
  #chunks = 0
  #isBusy = false
  #complaints

  /** @param {string[]} complaints */
  constructor(complaints) {
    this.#complaints = complaints
  }

  /** @param {Buffer} chunk */
  async write(chunk) {
    if (this.#isBusy) this.#complaints.push('a chunk before the last is taken')
    if (chunk.length === 0) this.#complaints.push('an empty chunk')
    this.#isBusy = true
    await this.pace.wait()
    this.#isBusy = false
    if (this.#chunks++ >= this.leaves) return false
    this.got += chunk.toString('latin1')
    return true
  }

  end() {
    this.ends.push('end')
  }

  cut() {
    this.ends.push('cut')
  }
}

/** @param {string} [text] what is in the file by now */
function start(text = SONG) {
  /** @type {string[]} */
  const complaints = []
  const file = new File(text, complaints)
  const client = new Client(complaints)
  /** @returns {Promise<Error | null>} the error */
  const sent = async (size = SONG.length) => {
    try {
      await send(client, file, size, MOST)
      return null
    } catch (error) {
      return /** @type {Error} */ (error)
    }
  }
  /** @param {string[]} ends */
  const check = (...ends) => {
    assert.deepEqual(complaints, [])
    assert.deepEqual(client.ends, ends)
    assert.ok(file.isClosed, 'the file is still open')
  }
  return { file, client, sent, check }
}

test('all of a file arrives, and nothing else', async () => {
  for (const size of [0, 1, MOST - 1, MOST, MOST + 1, 2 * MOST, SONG.length]) {
    const { client, sent, check } = start(SONG.slice(0, size))
    assert.equal(await sent(size), null)
    assert.equal(client.got, SONG.slice(0, size))
    check('end')
  }
})

test('it does not matter who is faster, the disk or the client', async () => {
  for (const [ofDisk, ofClient] of [
    [1, 3],
    [3, 1],
  ]) {
    const { file, client, sent, check } = start()
    file.pace.turns = ofDisk
    client.pace.turns = ofClient
    assert.equal(await sent(), null)
    assert.equal(client.got, SONG)
    check('end')
  }
})

test('a read may give less than was asked for', async () => {
  const { file, client, sent, check } = start()
  file.limit = 3
  assert.equal(await sent(), null)
  assert.equal(client.got, SONG)
  check('end')
})

test('while the client takes a chunk, one more is read', async () => {
  const { file, client, sent, check } = start()
  client.pace.holdsFrom = 1
  const done = sent()
  await rest()
  assert.equal(file.reads, 2)
  client.pace.release()
  assert.equal(await done, null)
  assert.equal(client.got, SONG)
  check('end')
})

test('of a file that has grown, only what was promised is sent', async () => {
  const { client, sent, check } = start(`${SONG} and a cuckoo`)
  assert.equal(await sent(), null)
  assert.equal(client.got, SONG)
  check('end')
})

test('a file that has shrunk is an error, and the connection is cut', async () => {
  for (const size of [0, 3, 2 * MOST, SONG.length - 1]) {
    const { client, sent, check } = start(SONG.slice(0, size))
    assert.ok((await sent()) instanceof Error, 'expected an error')
    assert.ok(SONG.startsWith(client.got), client.got)
    check('cut')
  }
})

test('when the client leaves, the file is closed, and that is no error', async () => {
  for (const chunks of [0, 1, 2, 5]) {
    const { file, client, sent, check } = start()
    client.leaves = chunks
    assert.equal(await sent(), null)
    assert.ok(file.reads <= chunks + 2, `${file.reads} reads`)
    check()
  }
})

test('the file stays open until the read that is under way is over', async () => {
  const { file, client, sent, check } = start()
  file.pace.holdsFrom = 2
  client.leaves = 0
  const done = sent()
  await rest()
  assert.equal(file.isClosed, false)
  file.pace.release()
  assert.equal(await done, null)
  assert.equal(file.reads, 2)
  check()
})

test('a read that fails cuts the connection', async () => {
  for (const number of [1, 2, 3, 6]) {
    const { file, sent, check } = start()
    file.fails = number
    assert.match(String(await sent()), /the disk is broken/)
    check('cut')
  }
})

test('a read may fail while the client takes its time', async () => {
  const { file, client, sent, check } = start()
  client.pace.holdsFrom = 1
  file.fails = 2
  const done = sent()
  await rest()
  client.pace.release()
  assert.match(String(await done), /the disk is broken/)
  check('cut')
})
