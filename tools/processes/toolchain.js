/**
 * Where the programs are that the book's tools run, and why one is missing.
 * Nothing is installed here; tools/setup does that. Only built-in modules
 * are used, because this runs before the npm dependencies are there.
 */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { cacheDir, root } from '../lib/paths.js'
import { patienceInMs } from './pace.js'

/**
 * @typedef {object} Tool
 * @property {string | null} path null when it cannot be used
 * @property {string} version '' when the program is missing
 * @property {string} reason why it cannot be used; '' when it can
 */

/**
 * The versions that the book is written and measured with.
 *
 * @type {{ node: Record<string, string>, mdbook: string, bun: string,
 *   deno: string }}
 */
export const versions = JSON.parse(
  readFileSync(path.join(root, 'tools', 'setup', 'versions.json'), 'utf8'),
)

/** Everything that the set-up installs for the project alone. */
export const toolsDir = path.join(cacheDir, 'tools')

/**
 * @param {string} file
 * @returns {boolean} whether it is a file that may be run
 */
export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

/**
 * Looks a program up as a shell does.
 *
 * @param {string} name
 * @param {string} [searchPath]
 * @returns {string | null} absolute path
 */
export function onPath(name, searchPath = process.env.PATH ?? '') {
  for (const folder of searchPath.split(path.delimiter)) {
    if (folder === '') continue
    const file = path.resolve(folder, name)
    if (isExecutable(file)) return file
  }
  return null
}

/** @type {Map<string, string | null>} */
const knownVersions = new Map()

/**
 * The version that a program prints of itself.
 *
 * @param {string} file
 * @param {string[]} [args]
 * @returns {string | null} `26.10.0`; null when it does not run
 */
export function versionOf(file, args = ['--version']) {
  // The set-up may put another program into the same place.
  const { mtimeMs, size } = statSync(file, { throwIfNoEntry: false }) ?? {}
  const key = JSON.stringify([file, args, mtimeMs, size])
  const known = knownVersions.get(key)
  if (known !== undefined) return known
  const result = spawnSync(file, args, {
    encoding: 'utf8',
    timeout: patienceInMs(10),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // wrk prints its version and exits with 1, so only a failure to run counts.
  const ran = result.error === undefined && result.signal === null
  const match = ran
    ? /\d+\.\d+(?:\.\d+)*/.exec(`${result.stdout}\n${result.stderr}`)
    : null
  const version = match ? match[0] : null
  if (version !== null) knownVersions.set(key, version)
  return version
}

/**
 * @param {string | null} file
 * @param {string} version
 * @param {string} reason
 * @returns {Tool}
 */
const tool = (file, version, reason) => ({ path: file, version, reason })

/**
 * A pinned Node. The one that runs this process, or that is on PATH, is as
 * good when it is exactly the pinned version.
 *
 * @param {number | string} major 20, 24 or 26
 * @returns {Tool}
 */
export function node(major) {
  const pinned = versions.node[major]
  if (pinned === undefined) {
    const known = Object.keys(versions.node).join(', ')
    return tool(null, '', `Node ${major} is not pinned; pinned are ${known}`)
  }
  const own = path.join(
    toolsDir,
    `node${major}`,
    'node_modules',
    'node',
    'bin',
    'node',
  )
  if (isExecutable(own)) {
    const found = versionOf(own)
    if (found === pinned) return tool(own, found, '')
  }
  if (process.versions.node === pinned) {
    return tool(process.execPath, pinned, '')
  }
  const other = onPath('node')
  if (other && versionOf(other) === pinned) return tool(other, pinned, '')
  return tool(
    null,
    '',
    `Node ${pinned} is not installed; run scripts/setup.sh --only node${major}`,
  )
}

/**
 * Any mdBook of the pinned series: 0.5.x for 0.5.4.
 *
 * @returns {Tool}
 */
export function mdbook() {
  const series = versions.mdbook.replace(/\.\d+$/, '')
  const candidates = [onPath('mdbook'), path.join(toolsDir, 'bin', 'mdbook')]
  let other = ''
  for (const file of candidates) {
    if (!file || !isExecutable(file)) continue
    const version = versionOf(file)
    if (version?.startsWith(`${series}.`)) return tool(file, version, '')
    if (version) other = `; ${file} is ${version}`
  }
  return tool(
    null,
    '',
    `mdBook ${series}.x is not installed${other}; ` +
      'run scripts/setup.sh --only mdbook',
  )
}

/** @returns {Tool} */
export function wrk() {
  const file = onPath('wrk')
  const version = file && versionOf(file, ['-v'])
  if (version) return tool(file, version, '')
  return tool(null, '', 'wrk is not on PATH; run scripts/setup.sh --only wrk')
}

/** @returns {Tool} */
export function bun() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const arch = process.arch === 'arm64' ? 'aarch64' : process.arch
  const packages = ['', '-musl', '-baseline'].map(
    (suffix) => `@oven/bun-${platform}-${arch}${suffix}/bin/bun`,
  )
  return packaged('bun', 'Bun', versions.bun, packages)
}

/** @returns {Tool} */
export function deno() {
  const { platform, arch } = process
  const suffix = platform === 'linux' ? '-glibc' : ''
  return packaged('deno', 'Deno', versions.deno, [
    `@deno/${platform}-${arch}${suffix}/deno`,
  ])
}

/**
 * A runtime of a pinned version, which npm has in one package per platform.
 *
 * @param {string} name of the program
 * @param {string} title
 * @param {string} pinned its version
 * @param {string[]} packages where the program can be, below node_modules
 * @returns {Tool}
 */
function packaged(name, title, pinned, packages) {
  const folder = path.join(toolsDir, name, 'node_modules')
  const candidates = packages.map((file) => path.join(folder, file))
  for (const file of [...candidates, onPath(name)]) {
    if (!file || !isExecutable(file)) continue
    if (versionOf(file) === pinned) return tool(file, pinned, '')
  }
  return tool(
    null,
    '',
    `${title} ${pinned} is not installed; ` +
      `run scripts/setup.sh --only ${name}`,
  )
}

/**
 * @param {(string | null)[]} candidates absolute paths
 * @param {string} reason why there is none
 * @returns {Tool}
 */
export function firstThatRuns(candidates, reason) {
  for (const file of candidates) {
    if (!file || !isExecutable(file)) continue
    const version = versionOf(file)
    if (version) return tool(file, version, '')
  }
  return tool(null, '', reason)
}

/** @returns {Tool} */
export function cargo() {
  const home = process.env.CARGO_HOME ?? homeFile('.cargo')
  const candidates = [onPath('cargo'), home && path.join(home, 'bin', 'cargo')]
  const reason = 'cargo is not on PATH; install Rust from https://rustup.rs'
  return firstThatRuns(candidates, reason)
}

/** @returns {Tool} */
export function nginx() {
  // Systems put it where users do not look.
  for (const file of [onPath('nginx'), '/usr/sbin/nginx']) {
    if (!file || !isExecutable(file)) continue
    const found = versionOf(file, ['-v'])
    if (found) return tool(file, found, '')
  }
  const remedy = 'apt-get install nginx, or brew install nginx'
  return tool(null, '', `nginx is not on PATH; ${remedy}`)
}

/**
 * @param {string} oldest version that will do, such as `1.25`
 * @returns {Tool}
 */
export function go(oldest) {
  for (const file of [onPath('go'), '/usr/local/go/bin/go']) {
    if (!file || !isExecutable(file)) continue
    const found = versionOf(file, ['version'])
    if (!found) continue
    if (isAtLeast(found, oldest)) return tool(file, found, '')
    const reason = `${file} is Go ${found}, older than ${oldest}`
    return tool(null, '', `${reason}; install it from https://go.dev`)
  }
  return tool(null, '', 'go is not on PATH; install Go from https://go.dev')
}

/**
 * @param {string} version such as `1.26.8`
 * @param {string} oldest such as `1.25`
 */
function isAtLeast(version, oldest) {
  const [major, minor] = version.split('.').map(Number)
  const [oldestMajor, oldestMinor] = oldest.split('.').map(Number)
  return (major - oldestMajor || minor - oldestMinor) >= 0
}

/**
 * @param {string} name
 * @returns {string | null}
 */
function homeFile(name) {
  const home = process.env.HOME
  return home ? path.join(home, name) : null
}

const browsers = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
  'brave-browser',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
]

/**
 * A browser of the Chromium family: the one that the environment variable
 * CHROMIUM names, else the first that is installed.
 *
 * @returns {Tool}
 */
export function chromium() {
  const chosen = process.env.CHROMIUM
  const candidates = chosen
    ? [chosen.includes(path.sep) ? chosen : onPath(chosen)]
    : browsers.map((name) => (path.isAbsolute(name) ? name : onPath(name)))
  return firstThatRuns(
    candidates,
    chosen
      ? `CHROMIUM is ${chosen}, which does not run`
      : 'no Chromium, Chrome or Edge on PATH; install one, set CHROMIUM to ' +
          'its path, or run scripts/setup.sh --only chromium',
  )
}

const firefoxes = [
  'firefox-esr',
  'firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
]

/**
 * Firefox: the one that the environment variable FIREFOX names, else the
 * first that is installed.
 *
 * @returns {Tool}
 */
export function firefox() {
  const chosen = process.env.FIREFOX
  const names = chosen ? [chosen] : firefoxes
  return firstThatRuns(
    names.map((name) => (name.includes(path.sep) ? name : onPath(name))),
    chosen
      ? `FIREFOX is ${chosen}, which does not run`
      : 'no Firefox on PATH; install it, set FIREFOX to its path, or run ' +
          'scripts/setup.sh --only firefox',
  )
}

/** @param {number | string} major */
export const nodePath = (major) => node(major).path
export const mdbookPath = () => mdbook().path
export const wrkPath = () => wrk().path
