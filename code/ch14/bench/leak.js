/**
 * All workers are replaced, again and again, under a few clients. What the
 * primary has open, and takes, must not grow.
 *
 *     node leak.js net round-robin
 */
import { execFileSync } from 'node:child_process'
import process from 'node:process'
import { openCluster } from './cluster.js'
import { Customer } from './customers.js'

const [engine, schedule] = process.argv.slice(2)
const isWhole = Number(process.env.DURATION ?? 1) >= 1
const RELOADS = isWhole ? 100 : 1
/** Before anything counts: what is made once is no leak. */
const WARM_UP = isWhole ? 10 : 1

const opened = await openCluster({
  ...{ engine: /** @type {'net'} */ (engine), schedule, workers: 2 },
  signals: false,
})
const { pid } = opened.child

/** While a few clients come and go. @param {number} reloads */
async function reload(reloads) {
  let isOver = false
  const visit = async () => {
    const customer = new Customer(opened.port, true)
    while (!isOver) await customer.ask(5)
    customer.leave()
  }
  const crowd = Array.from({ length: 4 }, visit)
  for (let count = 0; count < reloads; count++) await opened.ask('reload')
  isOver = true
  await Promise.all(crowd)
}

await reload(WARM_UP)
const before = await opened.ask('weigh')
await reload(RELOADS)
const after = await opened.ask('weigh')

/** @type {{ pid: number }[]} */
const workers = await opened.ask('workers')
await opened.close()
const left = [pid, ...workers.map((worker) => worker.pid)].filter(isAlive)

/** @param {number | undefined} pid */
function isAlive(pid) {
  const list = execFileSync('ps', ['-eo', 'pid='], { encoding: 'utf8' })
  return new RegExp(`^\\s*${pid}$`, 'm').test(list)
}

console.log(
  JSON.stringify({
    'count.reloads': RELOADS,
    'count.descriptors': after.descriptors - before.descriptors,
    'count.listeners': after.listeners - before.listeners,
    'count.resources': after.resources - before.resources,
    'count.processes': left.length,
    'memory.heap': (after.heapUsed - before.heapUsed) / RELOADS,
    'memory.rss': (after.rss - before.rss) / RELOADS,
  }),
)
const { descriptors, listeners } = before
if (after.descriptors > descriptors || after.listeners > listeners) {
  throw new Error(
    `got ${JSON.stringify(after)}, expected ${JSON.stringify(before)}`,
  )
}
if (left.length > 0) throw new Error(`processes ${left} are left`)
