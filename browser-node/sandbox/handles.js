/**
 * Between a program and what runs it: what keeps the program alive, what it
 * prints, which of its tests passed, and its end. In a page `worker.js` takes
 * the place of the host; in Node.js, where the shims are tested, the host is
 * the process.
 */

/** @typedef {import('../../tools/exercise-runner/exercise.js').TestEvent} TestEvent */

/**
 * @typedef {object} Host
 * @property {(stream: 'stdout' | 'stderr', text: string) => void} print
 * @property {(event: TestEvent) => void} emitTest
 * @property {(status: number) => never} exit
 * @property {(alive: boolean) => void} keepAlive told when the first thing is
 *   held and when the last is let go
 * @property {(frame: string) => Source | null} sourceOf
 */

/** @typedef {{ text: string, line: number, column: number }} Source from 1 */

/** @type {Host} */
let host = {
  print: (stream, text) => {
    process[stream].write(text)
  },
  emitTest: () => {},
  exit: (status) => process.exit(status),
  keepAlive: inProcess(),
  sourceOf: () => null,
}

/** How many things keep the program alive. */
let held = 0

/** @type {(() => void)[]} */
const atEnd = []

/** Whether a test failed: then the program ends with status 1. */
let hasFailedTest = false

/** A process that has nothing to wait for would end. */
function inProcess() {
  const { setInterval, clearInterval } = globalThis
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer
  return (/** @type {boolean} */ alive) => {
    clearInterval(timer)
    if (alive) timer = setInterval(() => {}, 2 ** 30)
  }
}

/** @param {Host} other what stands in for the process from now on */
export function setHost(other) {
  host = other
}

/**
 * Keeps the program alive, as an open socket or a pending timer does.
 *
 * @returns {() => void} lets it go; from the second call on it does nothing
 */
export function hold() {
  let isHeld = true
  held++
  if (held === 1) host.keepAlive(true)
  return () => {
    if (!isHeld) return
    isHeld = false
    held--
    if (held === 0) host.keepAlive(false)
  }
}

/** @returns {number} how many things keep the program alive */
export function activeHandles() {
  return held
}

/**
 * @param {'stdout' | 'stderr'} stream
 * @param {string} text with its line end
 */
export function print(stream, text) {
  host.print(stream, text)
}

/** @param {TestEvent} event a test that passed or failed */
export function emitTest(event) {
  // A test marked as to do may fail.
  if (event.type === 'fail' && !event.todo) hasFailedTest = true
  host.emitTest(event)
}

/** @returns {boolean} */
export function testFailed() {
  return hasFailedTest
}

/**
 * @param {() => void} listener called when the program ends, whatever ends it
 *   but an error: it may still emit tests. No program can take it away.
 */
export function onEnd(listener) {
  atEnd[atEnd.length] = listener
}

/** Tells that the program ends, once. */
export function tellEnd() {
  for (let i = 0; i < atEnd.length; i++) atEnd[i]()
  atEnd.length = 0
}

/**
 * Ends the program at once. Nothing it does after that is seen.
 *
 * @param {number} status its exit code
 * @returns {never}
 */
export function exit(status) {
  tellEnd()
  return host.exit(status)
}

/**
 * @param {string} frame a line of a stack
 * @returns {Source | null} the text of the module that it is in, and where;
 *   null where that is not known
 */
export function sourceOf(frame) {
  return host.sourceOf(frame)
}
