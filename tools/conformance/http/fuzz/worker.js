/**
 * Both servers and the client in one process, which fuzz.js starts and reads:
 * a line of JSON for each thing to tell. Run with --expose-gc.
 */
import http from 'node:http'
import {
  chance,
  sample,
} from '../../../../packages/http1-conformance/fuzz/generate.js'
import { readRequests } from '../../../../packages/http1-conformance/fuzz/reference.js'
import { FAREWELL, send } from './client.js'
import { agree, agreesWith, classify } from './compare.js'
import { nodeHttp, observe, velocy } from './observed.js'

/**
 * @typedef {object} Settings
 * @property {string} folder of the snapshot
 * @property {string} engine
 * @property {number} seed
 * @property {number} bytes to send to each
 */

/** How many connections at once. */
const AT_ONCE = 24

/** How many turns of the loop a server may take, and when it is asked again. */
const PATIENCE = 300
const CONFIRMING = 3000

/** How many samples are kept of each kind of disagreement. */
const SAMPLES = 3

/** @type {Settings} */
const settings = JSON.parse(process.argv[2])
const limits = {
  methods: http.METHODS,
  maxHeaderSize: http.maxHeaderSize,
  maxHeadersCount: Number.POSITIVE_INFINITY,
}

const ours = await observe(await velocy(settings.folder, settings.engine))
const theirs = await observe(nodeHttp)

const counts = {
  bytes: 0,
  samples: 0,
  requests: 0,
  disagreements: 0,
  wrong: 0,
  crashes: 0,
}
/** @type {Map<string, { kind: string, right: string, count: number, samples: object[] }>} */
const kinds = new Map()

process.on('uncaughtException', (error) => {
  counts.crashes++
  tell({ crash: String(error.stack) })
})

/** @param {object} what */
const tell = (what) => process.stdout.write(`${JSON.stringify(what)}\n`)

/** @param {number} seed @returns {{ text: string, pieces: Buffer[] }} */
function make(seed) {
  const below = chance(seed)
  const text = sample(below) + FAREWELL
  const bytes = Buffer.from(text, 'latin1')
  if (below(10) < 6) return { text, pieces: [bytes] }
  const cuts = Array.from({ length: 1 + below(6) }, () => below(bytes.length))
  const ends = [...cuts.sort((a, b) => a - b), bytes.length]
  return {
    text,
    pieces: ends.map((end, i) => bytes.subarray(ends[i - 1] ?? 0, end)),
  }
}

/** @param {Buffer[]} pieces @param {number} patience */
const sendBoth = (pieces, patience) =>
  Promise.all([send(ours, pieces, patience), send(theirs, pieces, patience)])

/** @param {string} text @param {number} seed @param {import('./compare.js').Disagreement} found */
function note(text, seed, { kind, right }) {
  const key = `${right} ${kind}`
  const known = kinds.get(key) ?? { kind, right, count: 0, samples: [] }
  kinds.set(key, known)
  known.count++
  if (right === 'theirs' || right === 'neither') counts.wrong++
  if (known.samples.length < SAMPLES) known.samples.push({ seed, text })
}

/** @param {number} seed */
async function trySample(seed) {
  const { text, pieces } = make(seed)
  counts.bytes += text.length
  counts.samples++
  const [first, other] = await sendBoth(pieces, PATIENCE)
  counts.requests += first.reads.length
  // Two that agree may both be wrong.
  const reading = readRequests(text, limits)
  if (agree(first, other) && agreesWith(first, reading)) return
  // In a crowd it may only have been slow.
  const isLate = first.isLate || other.isLate
  const [mine, its] = isLate
    ? await sendBoth(pieces, CONFIRMING)
    : [first, other]
  const found = classify(text, mine, its, limits)
  if (agree(mine, its) && found.right === 'both') return
  counts.disagreements++
  note(text, seed, found)
}

/**
 * What is held after a collection. The resident size says less: V8 keeps room
 * for the next second like the last one.
 */
const memory = () => {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const marks = [0.1, 0.5, 1]
/** @type {number[]} */
const memories = []
const begin = performance.now()
let next = settings.seed
let isPaused = false

async function work() {
  while (counts.bytes < settings.bytes) {
    while (isPaused) await new Promise((done) => setTimeout(done, 10))
    await trySample(next++)
    const mark = marks[memories.length]
    if (isPaused || counts.bytes < mark * settings.bytes) continue
    isPaused = true
    await new Promise((done) => setTimeout(done, 500))
    memories.push(memory())
    tell({ progress: counts, memory: memories.at(-1) })
    isPaused = false
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, work))
const seconds = (performance.now() - begin) / 1000
const all = [...kinds.values()].sort((a, b) => b.count - a.count)
tell({ counts, kinds: all, memories, seconds, end: next })
process.stdout.end(() => process.exit(0))
