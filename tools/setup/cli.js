#!/usr/bin/env node
/**
 * Sets up what the book's tools need, on any Node >= 20 and with nothing
 * installed yet; then serves the book, when asked to.
 */
import { spawn } from 'node:child_process'
import { constants, copyFileSync, readdirSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { readArguments, refuse } from '../lib/arguments.js'
import { messageOf } from '../lib/message.js'
import { fromRoot, root, translationsDir } from '../lib/paths.js'
import { patience } from '../processes/pace.js'
import { endChildrenOnSignal, run } from '../processes/run.js'
import { mdbook, onPath, toolsDir } from '../processes/toolchain.js'
import { components } from './components.js'

/** @typedef {import('./components.js').Component} Component */

const ids = components.map(({ id }) => id)

const help = `Usage: scripts/setup.sh [--only ${ids[0]},…] [--check]
       scripts/serve.sh [--port N] [--hostname H]

Sets up what the book's tools need, below .cache/ and node_modules/, unless it
says otherwise. What is there already is left alone.

  --only X,Y      only these: ${ids.slice(0, 5).join(', ')},
                  ${ids.slice(5, 11).join(', ')},
                  ${ids.slice(11).join(', ')}, contenders
  --check         only tell what is there and what is missing
  --serve         what serving needs, then serve the book at
                  http://localhost:3000/ and http://localhost:3000/pt-BR/
  --port N        with --serve: another port than 3000
  --hostname H    with --serve: another address than localhost
  -h, --help      this text

Environment:
  NO_PATH_INSTALL=1   with --serve: do not copy mdbook into a folder of PATH
  CHROMIUM=/path      the browser to use for checks and PDF
  FIREFOX=/path       the second browser to use for checks
  REDIS=/path         the server of Redis, and POSTGRES=/path that of PostgreSQL
  HAPROXY=/path       that proxy, and NGINX=/path the other one
`

/** @param {string} line */
const say = (line) => console.log(line)

/**
 * Installs what is missing, side by side: most of the time goes by waiting
 * for the network.
 *
 * @param {Component[]} wanted
 * @param {boolean} checkOnly
 * @returns {Promise<boolean>} whether everything that is required is there
 */
async function setUp(wanted, checkOnly) {
  let complete = true
  /** @type {Component[]} */
  const absent = []
  for (const component of wanted) {
    const { title, without, required, install } = component
    const tool = await component.check()
    if (tool.path) say(`✓ ${titled(title, tool.version)}`)
    else if (install && !checkOnly) absent.push(component)
    else {
      say(`– ${title}: ${tool.reason}\n  Without it, ${without}.`)
      if (required) complete = false
    }
  }
  /** @type {Promise<boolean>} */
  let turn = Promise.resolve(true)
  const installed = absent.map((component) => {
    if (!component.inTurn) return install(component)
    turn = turn.then(() => install(component))
    return turn
  })
  return !(await Promise.all(installed)).includes(false) && complete
}

/**
 * @param {Component} component that is not there
 * @returns {Promise<boolean>} false when it is required and cannot be had
 */
async function install(component) {
  const { id, title, without, required } = component
  say(`… ${title}`)
  const start = performance.now()
  try {
    await component.install?.((line) => say(`  ${id}: ${line}`))
    const tool = await component.check()
    if (!tool.path) throw new Error(tool.reason)
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    say(`✓ ${titled(title, tool.version)} (${seconds} s)`)
    return true
  } catch (error) {
    const reason = messageOf(error).replaceAll('\n', '\n  ')
    const mark = required ? '✗' : '–'
    say(`${mark} ${title}: ${reason}\n  Without it, ${without}.`)
    return !required
  }
}

/** @param {string} title @param {string} version */
const titled = (title, version) =>
  title.includes(version) ? title : `${title} ${version}`

/** The systems that the benchmarks compare with install themselves. */
async function setUpContenders() {
  const script = path.join(root, 'tools', 'bench', 'setup.js')
  const result = await run(process.execPath, [script], {
    timeout: patience(900),
    onLine: (line) => say(`  ${line}`),
  })
  if (result.status === 0) return
  const why = result.timedOut ? 'it took too long' : 'see above'
  say(`– contenders of the benchmarks: not complete (${why})`)
  say('  Without them, they are reported as skipped in the benchmarks.')
}

/**
 * Lets a bare `mdbook serve` work: the program is copied to a folder of the
 * reader's own that is on PATH, and they are told. What is there stays.
 */
function offerOnPath() {
  const { path: program } = mdbook()
  if (!program || program === onPath('mdbook')) return
  const places = (process.env.PATH ?? '').split(path.delimiter)
  const folder = ['.cargo/bin', '.local/bin']
    .map((name) => path.join(os.homedir(), name))
    .find((name) => places.includes(name))
  const isDeclined = process.env.NO_PATH_INSTALL || process.env.CI
  const copy = path.join(folder ?? '', 'mdbook')
  if (folder && !isDeclined && tryToCopy(program, copy)) {
    say(`Copied mdbook to ${copy}, so that a bare \`mdbook serve\` works here.`)
    say(`  To undo it: rm ${copy}   To decline it: NO_PATH_INSTALL=1`)
  } else {
    say(`For a bare \`mdbook serve\`:`)
    say(`  export PATH="${path.dirname(program)}:$PATH"`)
  }
}

/**
 * @param {string} file
 * @param {string} copy
 * @returns {boolean} whether it could be copied, and was
 */
function tryToCopy(file, copy) {
  try {
    copyFileSync(file, copy, constants.COPYFILE_EXCL)
    return true
  } catch {
    return false
  }
}

/**
 * @param {{ port?: string, hostname?: string }} options
 * @returns {Promise<number>} exit status
 */
function serve({ port = '3000', hostname = 'localhost' }) {
  const script = path.join(root, 'tools', 'serve', 'cli.js')
  const args = [script, '--port', port, '--hostname', hostname]
  offerOnPath()
  say('')
  const others = readdirSync(translationsDir).filter((name) => /^\w/.test(name))
  for (const language of ['en', ...others]) {
    const name = new Intl.DisplayNames(language, { type: 'language' })
    const place = language === 'en' ? '' : `${language}/`
    say(`${name.of(language)}: http://${hostname}:${port}/${place}`)
  }
  say('Ctrl-C ends it.\n')
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
  // The terminal sends Ctrl-C to both; anything else is passed on.
  process.on('SIGINT', () => {})
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill('SIGTERM'))
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (status, signal) => {
      resolve(signal === null ? (status ?? 1) : 0)
    })
  })
}

/** @param {string} name @param {string} text @param {string} expected */
const wrong = (name, text, expected) =>
  refuse(help, `--${name}: got "${text}", expected ${expected}`)

/** @param {string} text */
const isPort = (text) =>
  /^\d+$/.test(text) && Number(text) > 0 && Number(text) < 65_536

/** @returns {Promise<number>} exit status */
async function main() {
  const { values } = readArguments(help, {
    options: {
      only: { type: 'string' },
      check: { type: 'boolean', default: false },
      serve: { type: 'boolean', default: false },
      port: { type: 'string' },
      hostname: { type: 'string' },
    },
  })
  const { check, port, hostname } = values
  if (!values.serve && (port ?? hostname) !== undefined) {
    refuse(help, '--port and --hostname go with --serve')
  }
  if (port !== undefined && !isPort(port)) {
    wrong('port', port, '1 to 65535')
  }
  const names = values.only?.split(',').map((name) => name.trim())
  const all = [...ids, 'contenders']
  const unknown = names?.find((name) => !all.includes(name))
  if (unknown) wrong('only', unknown, `some of ${all.join(', ')}`)
  const purpose = values.serve ? 'serve' : 'verify'
  const wanted = components.filter(({ id, neededFor }) =>
    names ? names.includes(id) : neededFor.includes(purpose),
  )
  const stop = () => say('\nThe set-up was interrupted; run it again.')
  if (!values.serve) endChildrenOnSignal(stop)
  say(`Setting up below ${fromRoot(toolsDir)}/ and node_modules/`)
  const complete = await setUp(wanted, check)
  if (!complete) {
    console.error('The set-up is not complete: see ✗ and – above.')
    return 1
  }
  if (values.serve) return serve(values)
  if (!check && (names?.includes('contenders') ?? true)) await setUpContenders()
  return 0
}

process.exitCode = await main()
