/**
 * The failure drill: three machines behind HAProxy, with Redis and PostgreSQL
 * on hosts of their own. Something happens to them under load, and we count
 * what clients see.
 *
 *     node drill.js FAULT SETTING [FILE]
 *
 * What happened in each 100 ms goes into the file. As root of a Linux, the hosts
 * are network namespaces; else they are addresses of loopback, whose cables
 * nobody can pull. With a DURATION of less than a second, it's a short one.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { Lab } from './drill/lab.js'
import { Load } from './drill/load.js'
import { APART, BOUND, canBeApart, machines, works } from './drill/network.js'

/** @import { Host } from './drill/network.js' */

const [fault, setting, file = '', role] = process.argv.slice(2)
const { DURATION } = process.env
const isShort = Number(DURATION ?? 1) < 1

/** When it happens, until when, and how long clients ask, in ms. */
const [FROM, UNTIL, LENGTH] = isShort ? [400, 1400, 3000] : [2000, 7000, 10_000]
/** Requests per second. */
const RATE = isShort ? 50 : 200

/** @typedef {(what: string, host: Host) => void} Tell */
/**
 * @typedef {object} Fault
 * @property {(lab: Lab, tell: Tell) => unknown} strike
 * @property {(lab: Lab, tell: Tell) => unknown} [mend]
 * @property {[string, string, Host]} [words] for what happens, and its end
 */
/** @type {Record<string, Fault>} */
const faults = {
  killed: ended('oryx'),
  cut: {
    strike: ({ network }) => network.cut('oryx'),
    mend: ({ network }) => network.mend('oryx'),
    words: ['cut', 'mended', 'oryx'],
  },
  slow: {
    strike: ({ network }) => network.narrow('oryx'),
    mend: ({ network }) => network.widen('oryx'),
    words: ['narrow', 'wide', 'oryx'],
  },
  postgres: ended('postgres'),
  redis: ended('redis'),
  deploy: { strike: deploy },
  broken: { strike: deploy, mend: rollBack },
}

const CHECKED = { CHECKS: '1', DRAIN: '800' }
const REPEATED = { ...CHECKED, REPEATS: '1', KEYS: '1' }

/** What HAProxy and the machines find in their environment. */
const settings = /** @type {Record<string, NodeJS.ProcessEnv>} */ ({
  plain: {},
  checked: CHECKED,
  careless: { ...CHECKED, REPEATS: '1' },
  repeated: REPEATED,
  asked: { ...REPEATED, READY: 'asked' },
  alone: REPEATED,
  closed: { ...REPEATED, LIMIT: 'closed' },
  open: REPEATED,
  close: { ...CHECKED, DRAIN: '0' },
  leave: CHECKED,
  blind: REPEATED,
  looked: REPEATED,
})

/** Somebody pulls the plug. @param {Host} host @returns {Fault} */
function ended(host) {
  return {
    strike: (lab) => lab.stop(host),
    mend: (lab) => lab.start(host),
    words: ['killed', 'started', host],
  }
}

/** Machines that run the new version. @type {Set<Host>} */
const deployed = new Set()

/**
 * Restarts one machine after the other, until one isn't ready.
 *
 * @param {Lab} lab
 * @param {Tell} tell
 */
async function deploy(lab, tell) {
  const env = fault === 'broken' ? { BROKEN: '1' } : {}
  for (const machine of machines) {
    tell('leaving', machine)
    await lab.stop(machine, 'SIGTERM')
    await lab.start(machine, env)
    deployed.add(machine)
    tell('deployed', machine)
    if (setting === 'blind') continue
    if (!(await lab.isReady(machine))) return tell('stopped', machine)
    // The edge has to see it, too.
    await sleep(600)
  }
}

/** @param {Lab} lab @param {Tell} tell */
async function rollBack(lab, tell) {
  for (const machine of deployed) {
    await lab.stop(machine)
    await lab.start(machine)
    tell('back', machine)
  }
}

/** @param {Lab} lab @param {Tell} tell */
async function happen(lab, tell) {
  const { strike, mend, words: [struck, mended, host] = [] } = faults[fault]
  await sleep(FROM)
  if (struck && host) tell(struck, host)
  await Promise.all([strike(lab, tell), sleep(UNTIL - FROM)])
  await mend?.(lab, tell)
  if (mended && host) tell(mended, host)
}

/** Hosts, a load, and what happens meanwhile. */
async function drill() {
  const env = settings[setting]
  const lab = new Lab(role === 'apart', env)
  await lab.open()
  const run = { rate: RATE, length: LENGTH, step: 100, hasKeys: 'KEYS' in env }
  const load = new Load(lab.url, run)
  /** @type {{ at: number, what: string, host: string }[]} */
  const events = []
  lab.onEvent = (what, host) => {
    events.push({ at: Math.round(load.now), what, host })
    console.log(`${(load.now / 1000).toFixed(1)} s: ${host} ${what}`)
  }
  await Promise.all([load.run(), happen(lab, lab.onEvent)])
  lab.onEvent = () => {}
  const totals = load.totals(await lab.query('SELECT customer FROM bookings'))
  await lab.close()
  const record = { fault, setting, events, ...load.record, totals }
  if (file) writeFileSync(file, JSON.stringify(record))
  report(totals)
}

/** @param {ReturnType<Load['totals']>} totals */
function report(totals) {
  const { requests, answered, repeated, errors, lost } = totals
  const { bookings, doubled, unknown, missing, slowest } = totals
  console.log(
    `${answered} of ${requests} answered (${repeated} at a later try)`,
  )
  console.log(`${errors} errors, ${lost} lost; the slowest took ${slowest} ms`)
  console.log(`${bookings} booked: ${doubled} twice, ${unknown} unknown`)
  if (missing > 0) throw new Error(`${missing} are promised, and not there`)
  if (doubled > 0 && setting !== 'careless') throw new Error('booked twice')
  if (DURATION === undefined) return
  const figures = {
    'count.requests': requests,
    'count.answered': answered,
    'count.repeated': repeated,
    'count.errors': errors,
    'count.lost': lost,
    'count.doubled': doubled,
    'count.unknown': unknown,
    'time.slowest': slowest,
  }
  console.log(JSON.stringify(figures))
}

/** @param {boolean} isApart @returns {string} why there can't be a drill */
function whyNot(isApart) {
  const programs = ['haproxy -v', 'redis-server -v', 'initdb -V', 'setpriv -V']
  const missing = programs.find((command) => !works(command.split(' ')))
  if (missing) return `${missing.split(' ')[0]} is not installed`
  const isCable = fault === 'cut' || fault === 'slow'
  if (isCable && !isApart) return 'it takes the network namespaces of Linux'
  return ''
}

/** Runs this program again, in namespaces of its own where that can be. */
async function enter() {
  const isApart = canBeApart()
  const skipped = whyNot(isApart)
  if (skipped) return console.log(JSON.stringify({ skipped }))
  const where = isApart ? APART : BOUND
  const own = [process.execPath, import.meta.filename, fault, setting, file]
  const [program, ...args] = [...where, ...own, isApart ? 'apart' : 'together']
  const child = spawn(program, args, { stdio: 'inherit' })
  const [status] = await once(child, 'close')
  process.exitCode = status ?? 1
}

if (!(fault in faults) || !(setting in settings)) {
  const names = [faults, settings].map((all) => Object.keys(all).join('|'))
  throw new Error(`expected: node drill.js ${names.join(' ')}`)
}
if (role) await drill()
else await enter()
