/** What to doubt about figures. */

/** @typedef {import('../results/doubts.js').Doubt} Doubt */

/** In a closed loop this share of the connections has a request under way. */
const LITTLE = 0.1
/** From this share of its cores on, a program is taken to be the limit. */
const SATURATED = 0.95
/** Cores that other programs may use before the result carries a doubt. */
const QUIET = 0.15
/** Figures whose rounds differ by more than this say little. */
const STEADY = 0.1
/** A client that sends 1% of its requests later than this, in µs, is late. */
const LATE = 1000

/** @param {number} value */
const tenths = (value) => Math.round(value * 10) / 10

/**
 * @typedef {{ threads: number, connections: number, processes: number,
 *   rate?: number, pipeline?: number }} Load
 */

/**
 * @param {Record<string, any>} summary
 * @param {Load} settings
 * @param {{ shared: boolean, storeShares?: boolean, otherCpu: number,
 *   memoryKind?: string }} circumstances
 * @returns {Doubt[]}
 */
export function serverDoubts(summary, settings, circumstances) {
  const { shared, storeShares = false, otherCpu, memoryKind } = circumstances
  const { rate, processes } = settings
  const found = rate
    ? openLoopDoubts(summary, rate)
    : closedLoopDoubts(summary, settings)
  // The client of an open loop is busy all the time, beside a store as well.
  const sharesLoad = storeShares && rate === undefined
  found.push(...storeDoubts(summary, settings, sharesLoad))
  if (!shared) found.push(...busyDoubts(otherCpu))
  if (processes > 1 && memoryKind === 'rss')
    found.push({ kind: 'shared-pages' })
  const names = ['rps', 'rate.messages', 'cpuPerRequest']
  return [...found, ...unsteadyDoubts(summary, names)]
}

/** @param {number} cores @returns {Doubt[]} */
const busyDoubts = (cores) =>
  cores > QUIET ? [{ kind: 'busy-machine', cores: tenths(cores) }] : []

/**
 * @param {Record<string, any>} summary
 * @param {string[]} metrics
 * @returns {Doubt[]}
 */
const unsteadyDoubts = (summary, metrics) =>
  metrics
    .map((metric) => ({ metric, spread: summary[metric]?.spread ?? 0 }))
    .filter(({ spread }) => spread > STEADY)
    .map((one) => ({ kind: 'unsteady', ...one }))

/** @param {Record<string, any>} summary @param {Load} settings */
function closedLoopDoubts(summary, settings) {
  const { threads, connections, processes, pipeline = 1 } = settings
  /** @type {Doubt[]} */
  const found = []
  const client = summary.clientCpu.median / 100 / threads
  const server = summary.serverCpu.median / 100 / processes
  if (client >= SATURATED && server < SATURATED) {
    found.push({
      kind: 'client-limit',
      client: Math.round(client * 100),
      server: Math.round(server * 100),
    })
  }
  // One process that works and one that looks on.
  const used = server * processes
  if (processes > 1 && used < processes - 0.5) {
    found.push({ kind: 'idle-cores', used: tenths(used), cores: processes })
  }
  // wrk does not say how long each of several requests at once has waited, and
  // nobody asks that about messages.
  if (pipeline > 1 || !summary.inFlight) return found
  const count = Math.round(summary.inFlight.median)
  const share = summary.inFlight.median / connections
  if (share < 1 - LITTLE) {
    found.push({ kind: 'few-in-flight', count, connections })
  } else if (share > 1 + LITTLE) {
    found.push({ kind: 'many-in-flight', count, connections })
  }
  return found
}

/**
 * A store has one core.
 *
 * @param {Record<string, any>} summary
 * @param {{ processes: number }} settings
 * @param {boolean} sharesClient whether that is the client's
 * @returns {Doubt[]}
 */
function storeDoubts(
  { storeCpu, clientCpu, serverCpu },
  settings,
  sharesClient,
) {
  if (!storeCpu) return []
  const beside = sharesClient ? clientCpu.median : 0
  const server = serverCpu.median / 100 / settings.processes
  const isBusy = (storeCpu.median + beside) / 100 >= SATURATED
  if (!isBusy || server >= SATURATED) return []
  return [
    {
      kind: 'store-limit',
      store: Math.round(storeCpu.median),
      client: Math.round(beside),
      server: Math.round(server * 100),
    },
  ]
}

/**
 * The client of an open loop turns round all the time, so its CPU says
 * nothing; how late it was does.
 *
 * @param {Record<string, any>} summary
 * @param {number} rate requests per second
 */
function openLoopDoubts(summary, rate) {
  /** @type {Doubt[]} */
  const found = []
  const lag = summary['lag.p99'].median
  if (lag > LATE) found.push({ kind: 'client-late', ms: tenths(lag / 1000) })
  const rps = Math.round(summary.rps.median)
  if (rps < 0.98 * rate) found.push({ kind: 'too-slow', rate, rps })
  return found
}

/**
 * @param {Record<string, { spread: number }>} summary
 * @param {{ otherCpu: number, isPinned: boolean }} circumstances
 * @returns {Doubt[]}
 */
export const programDoubts = (summary, { otherCpu, isPinned }) => [
  .../** @type {Doubt[]} */ (isPinned ? [] : [{ kind: 'not-pinned' }]),
  ...busyDoubts(otherCpu),
  ...unsteadyDoubts(summary, Object.keys(summary)),
]
