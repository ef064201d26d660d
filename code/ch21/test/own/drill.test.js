import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { canBeApart, hosts, works } from '../../bench/drill/network.js'

const program = fileURLToPath(new URL('../../bench/drill.js', import.meta.url))
const programs = ['haproxy -v', 'redis-server -v', 'initdb -V', 'setpriv -V']
const missing = programs.find((command) => !works(command.split(' ')))
const skip = missing ? `${missing.split(' ')[0]} is not installed` : false

/** @param {string} seconds under 1, it's a short one @param {...string} args */
const start = (seconds, ...args) =>
  spawn(process.execPath, [program, ...args], {
    env: { ...process.env, DURATION: seconds },
    stdio: ['ignore', 'pipe', 'inherit'],
  })

/** @param {number} pid @returns {number[]} itself, and all that it has started */
function familyOf(pid) {
  const children = readdirSync('/proc').filter((name) => {
    try {
      const text = readFileSync(`/proc/${name}/stat`, 'utf8')
      return Number(text.split(') ')[1].split(' ')[1]) === pid
    } catch {
      return false
    }
  })
  return [pid, ...children.flatMap((child) => familyOf(Number(child)))]
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

test('what clients were promised is there, and only once', {
  skip,
}, async () => {
  const child = start('0.5', 'killed', 'repeated')
  const lines = createInterface(child.stdout)
  /** @type {string[]} */
  const said = []
  lines.on('line', (line) => said.push(line))
  const [status] = await once(child, 'close')
  assert.equal(status, 0, said.join('\n'))
  const figures = JSON.parse(said.at(-1) ?? '')
  assert.equal(figures['count.requests'], 150)
  assert.equal(figures['count.doubled'], 0)
  assert.ok(said.some((line) => line.endsWith('oryx killed')))
})

test('of a drill that is killed, nothing is left', { skip }, async () => {
  const child = start('10', 'killed', 'plain')
  // It has begun.
  await once(createInterface(child.stdout), 'line')
  const family = familyOf(Number(child.pid))
  assert.ok(family.length > hosts.length, `got ${family.length} processes`)
  const closed = once(child, 'exit')
  child.kill('SIGKILL')
  await closed
  // By itself, it would go on for twice as long.
  const until = performance.now() + 4000
  while (family.some(isRunning)) {
    assert.ok(performance.now() < until, 'some go on')
    await sleep(10)
  }
})

test('two drills at once do not meet', {
  skip: skip || !canBeApart(),
}, async () => {
  const children = [
    start('0.5', 'cut', 'repeated'),
    start('0.5', 'cut', 'repeated'),
  ]
  for (const child of children) child.stdout.resume()
  const ends = await Promise.all(children.map((one) => once(one, 'close')))
  assert.deepEqual(ends, [
    [0, null],
    [0, null],
  ])
})
