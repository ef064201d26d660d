#!/usr/bin/env node
/**
 * Sets up what the book's tools need, on any Node >= 20 and with nothing
 * installed yet; then serves the book, when asked to.
 */
import { spawn } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { messageOf } from '../lib/message.js'
import { fromRoot, root, translationsDir } from '../lib/paths.js'
import { patience } from '../processes/pace.js'
import { endChildrenOnSignal, run } from '../processes/run.js'
import { mdbook, onPath, toolsDir } from '../processes/toolchain.js'
import { components } from './components.js'
import { place } from './mdbook.js'

/** @typedef {import('./components.js').Component} Component */

const ids = components.map(({ id }) => id)

const help = `Usage: scripts/setup.sh [--only ${ids[0]},…] [--check]
       scripts/serve.sh [--port N] [--hostname H] [--open]

Sets up what the book's tools need, below .cache/ and node_modules/, unless it
says otherwise. What is there already is left alone.

  --only X,Y      only these: ${ids.slice(0, 5).join(', ')},
                  ${ids.slice(5, 11).join(', ')},
                  ${ids.slice(11).join(', ')}, contenders
  --check         only tell what is there and what is missing
  --verify        what scripts/verify.sh needs (the default)
  --serve         what serving needs, then serve the book at
                  http://localhost:3000/ and http://localhost:3000/pt-BR/
  --port N        with --serve: another port than 3000
  --hostname H    with --serve: another address than localhost
  --open          with --serve: open a browser
  --help          this text

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
export async function setUp(wanted, checkOnly) {
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
    cwd: root,
    timeout: patience(900),
    onLine: (line) => say(`  ${line}`),
  })
  if (result.status === 0) return
  const why = result.timedOut ? 'it took too long' : 'see above'
  say(`– contenders of the benchmarks: not complete (${why})`)
  say('  Without them, they are reported as skipped in the benchmarks.')
}

/**
 * Lets a bare `mdbook serve` work: a copy of the program goes into a folder
 * of the reader's own that is on PATH, and they are told.
 */
function offerOnPath() {
  const tool = mdbook()
  if (!tool.path || tool.path === onPath('mdbook')) return
  const name = fromRoot(tool.path)
  const folder = process.env.NO_PATH_INSTALL || process.env.CI ? null : home()
  if (!folder) {
    say(`For a bare \`mdbook serve\`, put ${name} on PATH:`)
    say(`  export PATH="${path.dirname(tool.path)}:$PATH"`)
    return
  }
  const copy = path.join(folder, 'mdbook')
  try {
    place(tool.path, copy)
  } catch (error) {
    say(`mdBook could not be copied to ${copy}: ${messageOf(error)}`)
    return
  }
  say(`Copied ${name} to ${copy}, so that a bare \`mdbook serve\` works here.`)
  say(`  To undo it: rm ${copy}   To decline it: NO_PATH_INSTALL=1`)
}

/** @returns {string | null} a writable folder of the reader's that is on PATH */
function home() {
  const onSearchPath = (process.env.PATH ?? '').split(path.delimiter)
  for (const name of ['.cargo/bin', '.local/bin']) {
    const folder = path.join(os.homedir(), name)
    if (!onSearchPath.includes(folder)) continue
    // Another series of mdBook that lives there is not ours to replace.
    if (existsSync(path.join(folder, 'mdbook'))) continue
    try {
      accessSync(folder, constants.W_OK)
      return folder
    } catch {
      // Not there or not writable: the next one.
    }
  }
  return null
}

/** Each language by its own name, and where it is served. */
function servedLanguages() {
  const translations = readdirSync(translationsDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name: code }) => ({
      name: new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code,
      folder: `${code}/`,
    }))
  return [{ name: 'English', folder: '' }, ...translations]
}

/**
 * @param {{ port?: string, hostname?: string, open?: boolean }} options
 * @returns {Promise<number>} exit status
 */
function serve({ port = '3000', hostname = 'localhost', open = false }) {
  const script = path.join(root, 'tools', 'serve', 'cli.js')
  const args = [script, '--port', port, '--hostname', hostname]
  if (open) args.push('--open')
  say('')
  for (const { name, folder } of servedLanguages()) {
    say(`${name}: http://${hostname}:${port}/${folder}`)
  }
  say('Ctrl-C ends it.')
  say('')
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

/**
 * @param {string | undefined} only
 * @param {'serve' | 'verify'} purpose
 * @returns {{ wanted: Component[], contenders: boolean }}
 */
function choose(only, purpose) {
  if (only === undefined) {
    return {
      wanted: components.filter(({ neededFor }) => neededFor.includes(purpose)),
      contenders: purpose === 'verify',
    }
  }
  const names = only.split(',').map((name) => name.trim())
  for (const name of names) {
    if (ids.includes(name) || name === 'contenders') continue
    throw new UsageError(
      `--only: there is no "${name}"; there are ${ids.join(', ')}, contenders`,
    )
  }
  return {
    wanted: components.filter(({ id }) => names.includes(id)),
    contenders: names.includes('contenders'),
  }
}

class UsageError extends Error {}

/** @returns {Promise<number>} exit status */
async function main() {
  /** @type {ReturnType<typeof read>} */
  let options
  let choice
  try {
    options = read()
    choice = choose(options.only, options.serve ? 'serve' : 'verify')
  } catch (error) {
    console.error(`${messageOf(error)}\nTry scripts/setup.sh --help`)
    return 2
  }
  if (options.help) {
    process.stdout.write(help)
    return 0
  }
  const stop = () => say('\nThe set-up was interrupted; run it again.')
  if (!options.serve) endChildrenOnSignal(stop)
  say(`Setting up below ${fromRoot(toolsDir)}/ and node_modules/`)
  const complete = await setUp(choice.wanted, options.check)
  if (choice.contenders && complete && !options.check) await setUpContenders()
  if (!complete) {
    console.error('The set-up is not complete: see ✗ and – above.')
    return 1
  }
  if (!options.serve) return 0
  offerOnPath()
  return serve(options)
}

function read() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      check: { type: 'boolean', default: false },
      serve: { type: 'boolean', default: false },
      verify: { type: 'boolean', default: false },
      port: { type: 'string' },
      hostname: { type: 'string' },
      open: { type: 'boolean' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const serving = values.port ?? values.hostname ?? values.open
  if (serving !== undefined && !values.serve) {
    throw new UsageError('--port, --hostname and --open go with --serve')
  }
  if (values.port !== undefined && !isPort(values.port)) {
    throw new UsageError(`--port: got ${values.port}, expected 1 to 65535`)
  }
  return values
}

/** @param {string} text */
const isPort = (text) =>
  /^\d+$/.test(text) && Number(text) > 0 && Number(text) < 65536

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = await main()
}
