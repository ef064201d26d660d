/**
 * The network of a program in a page: ports that its servers listen on, and
 * connections to them, as the loopback interface of an operating system.
 */
import { hold } from '../../sandbox/handles.js'
import { nextTick, poll } from '../loop.js'

/** @typedef {{ address: string, family: 'IPv4' | 'IPv6', port: number }} AddressInfo */

/** What the system keeps for a reader that is slow, in bytes. */
const BUFFERED = 2 * 1024 * 1024

/** The most that is read at once, in bytes: libuv's. */
const READ = 64 * 1024

/** @type {Map<number, Listener[]>} by port */
const ports = new Map()

/** The range that Linux takes the ports of clients from. */
let lastPort = 32768
function freePort() {
  do lastPort = lastPort === 60999 ? 32768 : lastPort + 1
  while (ports.has(lastPort))
  return lastPort
}

/** @param {string} address */
const familyOf = (address) => (address.includes(':') ? 'IPv6' : 'IPv4')

/** @param {string} address */
const isAny = (address) => address === '::' || address === '0.0.0.0'

/** Keeps the program alive, unless told not to. */
class Held {
  /** @type {(() => void) | null} */
  #release = hold()
  #isOver = false

  ref() {
    if (!this.#isOver) this.#release ??= hold()
  }

  unref() {
    this.#release?.()
    this.#release = null
  }

  /** For good. */
  letGo() {
    this.#isOver = true
    this.unref()
  }
}

/** A port that is listened on. */
export class Listener extends Held {
  /**
   * @param {AddressInfo} address
   * @param {(handle: Handle) => void} accept
   */
  constructor(address, accept) {
    super()
    this.address = address
    this.accept = accept
    this.isOpen = true
  }

  /** @param {string} address @param {boolean} isBinding */
  has(address, isBinding) {
    const mine = this.address.address
    if (mine === address || mine === '::') return true
    if (mine === '0.0.0.0' && familyOf(address) === 'IPv4') return true
    return isBinding && isAny(address)
  }

  close() {
    this.isOpen = false
    this.letGo()
    const { port } = this.address
    const others = (ports.get(port) ?? []).filter((other) => other !== this)
    if (others.length > 0) ports.set(port, others)
    else ports.delete(port)
  }
}

/**
 * Listens.
 *
 * @param {string} address
 * @param {number} port 0 picks a free one
 * @param {(handle: Handle) => void} accept is given each connection
 * @returns {Listener | null} null: somebody does already
 */
export function bind(address, port, accept) {
  const chosen = port === 0 ? freePort() : port
  const present = ports.get(chosen) ?? []
  if (present.some((other) => other.has(address, true))) return null
  const family = familyOf(address)
  const listener = new Listener({ address, family, port: chosen }, accept)
  ports.set(chosen, [...present, listener])
  return listener
}

/**
 * Connects.
 *
 * @param {string} address
 * @param {number} port
 * @param {(error: Error | null) => void} callback
 * @returns {Handle} the client's side
 */
export function dial(address, port, callback) {
  const family = familyOf(address)
  const remote = /** @type {AddressInfo} */ ({ address, family, port })
  const local = { ...remote, port: freePort() }
  const isHere = /^127\./.test(address) || address === '::1' || isAny(address)
  const client = new Handle(local, remote)
  const listener = isHere
    ? ports.get(port)?.find((other) => other.has(address, false))
    : undefined
  if (!listener) {
    client.open()
    const [code, errno] = isHere
      ? ['ECONNREFUSED', -111]
      : ['ENETUNREACH', -101]
    const error = new Error(`connect ${code} ${address}:${port}`)
    Object.assign(error, { errno, code, syscall: 'connect', address, port })
    poll(() => callback(error))
    return client
  }
  const server = new Handle(remote, local)
  client.peer = server
  server.peer = client
  poll(() => {
    server.open()
    if (listener.isOpen) listener.accept(server)
    else server.close(() => {}, true)
  })
  poll(() => {
    client.open()
    callback(null)
  })
  return client
}

/** @typedef {Uint8Array | 'end' | 'reset'} Arrival */

/** One side of a connection, as the system sees it. */
export class Handle extends Held {
  /** @type {Handle | null} */
  peer = null
  /** @type {(bytes: Uint8Array) => boolean} whether more is wanted */
  onread = () => true
  onend = () => {}
  /** @type {(error: Error) => void} */
  onerror = () => {}
  /** @type {Arrival[]} what has come and is not read */
  #arrived = []
  #size = 0
  #isOpen = false
  #isReading = false
  #isScheduled = false
  #isClosed = false
  /** Whether it knows that nothing more comes. */
  #hasEnd = false
  #isReset = false
  /** @type {{ bytes: Uint8Array, callback: (error?: Error | null) => void }[]} */
  #waiting = []

  /**
   * @param {AddressInfo} local
   * @param {AddressInfo} remote
   */
  constructor(local, remote) {
    super()
    this.local = local
    this.remote = remote
  }

  open() {
    this.#isOpen = true
    this.#schedule()
  }

  readStart() {
    this.#isReading = true
    this.#schedule()
  }

  /**
   * @param {Uint8Array} bytes
   * @param {(error?: Error | null) => void} callback when they are taken
   */
  write(bytes, callback) {
    const { peer } = this
    if (this.#isReset || !peer) return callback(failure('write', 'EPIPE', -32))
    if (peer.#isClosed) {
      // The system takes it, and is then told that nobody wants it.
      this.#isReset = true
      this.#arrive('reset')
      return callback()
    }
    if (peer.#size >= BUFFERED || this.#waiting.length > 0) {
      this.#waiting.push({ bytes, callback })
      return
    }
    peer.#arrive(bytes)
    callback()
  }

  /** @param {(error?: Error | null) => void} callback */
  shutdown(callback) {
    poll(() => {
      const { peer } = this
      if (!this.#isClosed && peer && !peer.#isClosed) peer.#arrive('end')
      callback()
    })
  }

  /**
   * @param {() => void} callback
   * @param {boolean} isReset whether the other side is told of an error
   */
  close(callback, isReset) {
    const { peer } = this
    const isUnread = this.#arrived.some((one) => one instanceof Uint8Array)
    this.#isClosed = true
    this.#arrived = []
    // Before the other side hears of it, as in libuv.
    poll(callback)
    if (peer && !peer.#isClosed) {
      if (isReset || isUnread) {
        peer.#isReset = true
        peer.#arrive('reset')
      } else if (!peer.#hasEnd) peer.#arrive('end')
      peer.#release(failure('write', 'EPIPE', -32))
    }
    this.letGo()
  }

  /** @param {Arrival} what */
  #arrive(what) {
    this.#arrived.push(what)
    if (what instanceof Uint8Array) this.#size += what.length
    else this.#hasEnd = true
    this.#schedule()
  }

  #schedule() {
    if (this.#isScheduled || !this.#isOpen || this.#isClosed) return
    if (this.#arrived.length === 0) return
    if (!this.#isReading && this.#arrived[0] !== 'reset') return
    this.#isScheduled = true
    poll(() => {
      this.#isScheduled = false
      this.#read()
      this.#schedule()
    })
  }

  #read() {
    if (this.#isClosed) return
    const [first] = this.#arrived
    if (first === 'reset') {
      this.#arrived.shift()
      this.onerror(failure('read', 'ECONNRESET', -104))
    } else if (first === 'end' && this.#isReading) {
      this.#arrived.shift()
      this.onend()
    } else if (first instanceof Uint8Array && this.#isReading) {
      const bytes = this.#take()
      if (this.peer) this.peer.#goOn()
      if (!this.onread(bytes)) this.#isReading = false
    }
  }

  /** As much as is read at once. */
  #take() {
    /** @type {Uint8Array[]} */
    const parts = []
    let length = 0
    while (length < READ && this.#arrived[0] instanceof Uint8Array) {
      const part = /** @type {Uint8Array} */ (this.#arrived.shift())
      const taken = part.subarray(0, READ - length)
      if (taken.length < part.length) {
        this.#arrived.unshift(part.subarray(taken.length))
      }
      parts.push(taken)
      length += taken.length
    }
    this.#size -= length
    const bytes = new Uint8Array(length)
    let offset = 0
    for (const part of parts) {
      bytes.set(part, offset)
      offset += part.length
    }
    return bytes
  }

  /** There is room again for what waits. */
  #goOn() {
    const { peer } = this
    while (peer && this.#waiting.length > 0 && peer.#size < BUFFERED) {
      const { bytes, callback } = /** @type {any} */ (this.#waiting.shift())
      peer.#arrive(bytes)
      nextTick(callback)
    }
  }

  /** @param {Error} error */
  #release(error) {
    for (const { callback } of this.#waiting) nextTick(callback, error)
    this.#waiting = []
  }
}

/**
 * @param {string} syscall
 * @param {string} code
 * @param {number} errno
 */
const failure = (syscall, code, errno) =>
  Object.assign(new Error(`${syscall} ${code}`), { errno, code, syscall })
