import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { settingsOf } from '../../lib/cluster/options.js'
import { PATIENCE, within } from '../support.js'

const chapter = path.resolve(import.meta.dirname, '../..')
const container = readFileSync(path.join(chapter, 'Containerfile'), 'utf8')
const manifest = readFileSync(
  path.join(chapter, 'steps/14-observatory.yaml'),
  'utf8',
)

/** @param {string} text of one stage @param {string} word */
const all = (text, word) =>
  [...text.matchAll(new RegExp(`^${word} (.*)$`, 'gm'))].map(([, rest]) => rest)

/** Does what the last stage's COPY, ENV and CMD say, in a folder. */
function build(/** @type {import('node:test').TestContext} */ t) {
  const folder = mkdtempSync(path.join(tmpdir(), 'container-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const stage = container.slice(container.lastIndexOf('FROM '))
  for (const copy of all(stage, 'COPY')) {
    // What npm has put there comes from a registry.
    if (copy.startsWith('--from=')) continue
    const names = copy.split(' ')
    const to = names.pop() ?? ''
    for (const name of names) {
      const inside = to.endsWith('/') ? path.join(to, name) : to
      const from = path.join(chapter, name)
      cpSync(from, path.join(folder, inside), { recursive: true })
    }
  }
  const settings = all(stage, 'ENV').flatMap((line) => line.split(' '))
  const env = Object.fromEntries(settings.map((one) => one.split('=')))
  return { folder, env, command: JSON.parse(all(stage, 'CMD')[0]) }
}

test('what the Containerfile copies starts, is ready, and ends at SIGTERM', async (t) => {
  const { folder, env, command } = build(t)
  assert.deepEqual(command, ['node', 'server.js'])
  // It has no packages, and so no stores.
  const { DATABASE_URL, REDIS_URL, ...others } = process.env
  const child = spawn(process.execPath, command.slice(1), {
    cwd: folder,
    env: { ...others, ...env, WORKERS: '1', PORT: '0' },
  })
  t.after(() => child.kill('SIGKILL'))
  const ended = once(child, 'close')
  let output = ''
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const listening = new Promise((resolve, reject) => {
    child.once('close', () => reject(new Error(`it ended: ${output}`)))
    child.stdout.on('data', (chunk) => {
      output += chunk
      const url = /http:\S+/.exec(output)
      if (url) resolve(url[0])
    })
  })
  const url = await within(listening, 'it to listen')
  // Not the loopback address alone: probes come from outside.
  assert.equal(env.HOST, '0.0.0.0')
  assert.equal((await fetch(`${url}/ready`)).status, 200)
  child.kill('SIGTERM')
  const [code] = await within(ended, 'it to end')
  assert.equal(code, 0, output)
})

test('npm ci accepts the package.json that is copied', (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'npm-ci-'))
  t.after(() => rmSync(folder, { recursive: true }))
  cpSync(path.join(chapter, 'package.json'), path.join(folder, 'package.json'))
  const run = all(container, 'RUN')
  assert.equal(run.length, 1)
  const options = { cwd: folder, timeout: 10 * PATIENCE }
  execFileSync('npm', ['install', '--package-lock-only', '--offline'], options)
  execFileSync('sh', ['-c', run[0]], options)
  assert.ok(existsSync(path.join(folder, 'node_modules')))
})

test('Kubernetes waits for longer than the server takes to leave', () => {
  const seconds = Number(
    /terminationGracePeriodSeconds: (\d+)/.exec(manifest)?.[1],
  )
  const delay = Number(/DRAIN_DELAY, value: "(\d+)"/.exec(manifest)?.[1])
  assert.ok(
    delay + settingsOf(import.meta.url, {}).drainTimeout < seconds * 1000,
  )
})
