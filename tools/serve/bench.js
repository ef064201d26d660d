#!/usr/bin/env node
/**
 * Measures the press: the whole book, and how long a page that is saved takes
 * to be told to a browser.
 *
 *     npm run press                what is in results/local/press.json then
 *     npm run press -- --publish   … in results/press.json
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { busySeconds, describeMachine } from '../bench/machine.js'
import { median, summarise } from '../bench/statistics.js'
import { cacheDir, fromRoot, resultsDir, root, srcDir } from '../lib/paths.js'
import { pages, siteFile } from '../manuscript/chapters.js'
import { translationLanguages } from '../manuscript/languages.js'
import { patience } from '../processes/pace.js'
import { mdbook } from '../processes/toolchain.js'
import { listen, waitFor } from './reader.js'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    publish: { type: 'boolean', default: false },
    port: { type: 'string', default: '3999' },
    page: { type: 'string', default: 'ch05-http/fields.md' },
  },
})

const tool = mdbook()
if (!tool.path) throw new Error(tool.reason)
const program = tool.path

/** @typedef {Record<string, number>} Round */

/**
 * @returns {Round} of a build of the whole book in all languages, seconds of
 *   the clock and of the processor
 */
function build() {
  const folder = path.join(cacheDir, 'press')
  const busy = busySeconds()
  // Only a shell tells the time of all that a program has started.
  const { status, stderr } = spawnSync(
    'bash',
    [
      '-c',
      'TIMEFORMAT="%R %U %S"; time "$0" build -d "$1" 2> /dev/null',
      program,
      folder,
    ],
    { cwd: root, encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } },
  )
  if (status !== 0) throw new Error(`the book was not built: ${stderr}`)
  const [wall, user, system] = stderr.trim().split(' ').map(Number)
  others.push((busySeconds() - busy - user - system) / wall)
  return { 'time.build': wall * 1000, 'time.cpu': (user + system) * 1000 }
}

/** @type {number[]} cores that other programs have used, by build */
const others = []

/** Takes away what earlier builds have kept. */
const forget = () =>
  rmSync(path.join(cacheDir, 'book'), { recursive: true, force: true })

/**
 * @param {string} url
 * @param {(text: string) => void} save a page with this in it
 * @param {string} page of the site
 * @returns {Promise<Round>} until the browser is told, and the page served
 */
async function savePage(url, save, page) {
  const mark = `measured-${Date.now()}`
  const reader = await listen(url)
  const start = performance.now()
  const passed = () => performance.now() - start
  const told = reader.told().then(passed)
  save(mark)
  const isThere = (/** @type {string} */ html) => html.includes(mark)
  await waitFor(`${url}${page}`, isThere, patience(60))
  const round = { 'time.served': passed(), 'time.reload': await told }
  reader.close()
  return round
}

/**
 * @param {number} rounds
 * @returns {Promise<Round[]>}
 */
async function saves(rounds) {
  const url = `http://localhost:${values.port}/`
  const file = path.join(srcDir, values.page)
  const text = readFileSync(file, 'utf8')
  const server = spawn(
    process.execPath,
    [path.join(root, 'tools/serve/cli.js'), '--port', values.port],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let built = 0
  server.stdout.setEncoding('utf8').on('data', (printed) => {
    built += printed.split('Whole book:').length - 1
  })
  const restore = () => writeFileSync(file, text)
  const end = () => server.kill('SIGTERM')
  process.once('exit', restore).once('exit', end)
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => process.exit(1))
  }
  /** @type {Round[]} */
  const found = []
  while (found.length < rounds) {
    const isQuiet = () => built > found.length
    await waitFor(url, isQuiet, patience(120))
    // What makes the next page has been started by then.
    await sleep(1000)
    const save = (/** @type {string} */ mark) =>
      writeFileSync(file, text.replace('\n\n', `\n\n${mark}\n\n`))
    found.push(await savePage(url, save, siteFile(values.page)))
  }
  restore()
  end()
  return found
}

const busyCores = () => Math.max(0, Number(median(others).toFixed(1)))

/** A published figure is of an idle machine. */
const isBusy = () => busyCores() > 0.2

/**
 * @param {string} id
 * @param {string} name
 * @param {Round[]} rounds
 */
function contender(id, name, rounds) {
  const summary = Object.fromEntries(
    Object.keys(rounds[0]).map((metric) => [
      metric,
      summarise(rounds.map((round) => round[metric])),
    ]),
  )
  const doubts = isBusy() ? [{ kind: 'busy-machine', cores: busyCores() }] : []
  return { id, name, status: 'ok', doubts, rounds, summary }
}

const rounds = Number(values.rounds)
const cold = []
const warm = []
for (let i = 0; i < rounds; i++) {
  forget()
  cold.push(build())
  warm.push(build())
}
const result = {
  schema: 1,
  id: 'press',
  title: 'The whole book, and one saved page',
  date: new Date().toISOString(),
  command: ['npm run press --', ...process.argv.slice(2)].join(' '),
  machine: describeMachine(),
  versions: { node: process.versions.node, mdbook: tool.version },
  settings: {
    rounds,
    pages: pages().length,
    languages: 1 + translationLanguages().length,
    page: values.page,
  },
  contenders: [
    contender('first', 'whole book, nothing kept', cold),
    contender('again', 'whole book, as kept', warm),
    contender('save', 'one page saved', await saves(rounds)),
  ],
}
for (const { name, summary } of result.contenders) {
  for (const [metric, { median: middle, min, max }] of Object.entries(
    summary,
  )) {
    const [text, ...range] = [middle, min, max].map((one) =>
      (one / 1000).toFixed(2),
    )
    console.log(`${name}, ${metric}: ${text} s (${range.join(' to ')} s)`)
  }
}
if (isBusy()) {
  console.log(`Other programs used ${busyCores()} cores meanwhile`)
}
const isPublished = values.publish && rounds >= 5 && !isBusy()
if (values.publish && !isPublished) {
  console.error('Not published: that takes five rounds and an idle machine')
  process.exitCode = 1
}
const folder = isPublished ? resultsDir : path.join(resultsDir, 'local')
mkdirSync(folder, { recursive: true })
const target = path.join(folder, 'press.json')
writeFileSync(target, `${JSON.stringify(result, null, 2)}\n`)
console.log(fromRoot(target))
