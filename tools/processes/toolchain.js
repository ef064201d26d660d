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
 * @type {Record<string, any>} by what they are of; of Node, by its major one
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

/** @param {string} reason @returns {Tool} */
const none = (reason) => ({ path: null, version: '', reason })

/**
 * @param {(string | null)[]} candidates paths, and names to look up
 * @param {string} reason why there is none
 * @param {{ args?: string[], isFit?: (version: string, file: string) => boolean }}
 *   [options] args: how it is asked for its version
 * @returns {Tool} the first that runs, and is fit
 */
export function firstThatRuns(candidates, reason, options = {}) {
  const { args, isFit = () => true } = options
  for (const name of candidates) {
    const file = name && (name.includes(path.sep) ? name : onPath(name))
    if (!file || !isExecutable(file)) continue
    const version = versionOf(file, args)
    if (version && isFit(version, file))
      return { path: file, version, reason: '' }
  }
  return none(reason)
}

/** @param {string} name of a component @returns {string} how it is had */
const remedy = (name) => `run scripts/setup.sh --only ${name}`

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
    return none(`Node ${major} is not pinned; pinned are ${known}`)
  }
  const folder = path.join(toolsDir, `node${major}`, 'node_modules')
  return firstThatRuns(
    [path.join(folder, 'node', 'bin', 'node'), process.execPath, 'node'],
    `Node ${pinned} is not installed; ${remedy(`node${major}`)}`,
    { isFit: (version) => version === pinned },
  )
}

/** Any mdBook of the pinned series: 0.5.x for 0.5.4. @returns {Tool} */
export function mdbook() {
  const series = versions.mdbook.replace(/\.\d+$/, '')
  const candidates = ['mdbook', path.join(toolsDir, 'bin', 'mdbook')]
  let other = ''
  const found = firstThatRuns(candidates, '', {
    isFit(version, file) {
      if (version.startsWith(`${series}.`)) return true
      other = `; ${file} is ${version}`
      return false
    },
  })
  if (found.path) return found
  return none(
    `mdBook ${series}.x is not installed${other}; ${remedy('mdbook')}`,
  )
}

/** @returns {Tool} */
export const wrk = () =>
  firstThatRuns(['wrk'], `wrk is not on PATH; ${remedy('wrk')}`, {
    args: ['-v'],
  })

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
 */
function packaged(name, title, pinned, packages) {
  const folder = path.join(toolsDir, name, 'node_modules')
  return firstThatRuns(
    [...packages.map((file) => path.join(folder, file)), name],
    `${title} ${pinned} is not installed; ${remedy(name)}`,
    { isFit: (version) => version === pinned },
  )
}

/**
 * A program of a package that `setup` installs in a folder of its own.
 *
 * @param {string} component
 * @param {string} name of the package
 * @param {string} [file] of the program, in the package
 * @returns {Tool}
 */
export function ofPackage(component, name, file = '') {
  const modules = path.join(toolsDir, component, 'node_modules')
  const folder = path.join(modules, ...name.split('/'))
  const version = installedVersion(folder)
  if (version === versions[name]) {
    return { path: path.join(folder, file), version, reason: '' }
  }
  return none(
    `${name} ${versions[name]} is not installed; ${remedy(component)}`,
  )
}

/** @param {string} folder of a package */
function installedVersion(folder) {
  try {
    const text = readFileSync(path.join(folder, 'package.json'), 'utf8')
    return JSON.parse(text).version
  } catch {
    return ''
  }
}

export const typedoc = () => ofPackage('typedoc', 'typedoc', 'bin/typedoc')
export const publint = () => ofPackage('package-lint', 'publint', 'src/cli.js')
export const typesLint = () =>
  ofPackage('package-lint', '@arethetypeswrong/cli', 'dist/index.js')

/** @returns {Tool} */
export function cargo() {
  const { HOME = '', CARGO_HOME = path.join(HOME, '.cargo') } = process.env
  return firstThatRuns(
    ['cargo', path.resolve(CARGO_HOME, 'bin', 'cargo')],
    'cargo is not on PATH; install Rust from https://rustup.rs',
  )
}

/**
 * A proxy: the one that an environment variable names, else the one that is
 * installed, which systems put where users do not look.
 *
 * @param {string} variable
 * @param {string} name
 * @returns {Tool}
 */
function proxy(variable, name) {
  const chosen = process.env[variable]
  const files = chosen ? [chosen] : [name, `/usr/sbin/${name}`]
  const reason = chosen
    ? `${variable} is ${chosen}, which does not run`
    : `${name} is not on PATH; ${remedy(name)}`
  return firstThatRuns(files, reason, { args: ['-v'] })
}

/** @returns {Tool} */
export const haproxy = () => proxy('HAPROXY', 'haproxy')

/** @returns {Tool} */
export const nginx = () => proxy('NGINX', 'nginx')

/** @returns {Tool} */
export const kubernetesValidate = () =>
  firstThatRuns(
    [path.join(toolsDir, 'kubernetes', 'bin', 'kubernetes-validate')],
    `kubernetes-validate is not installed; ${remedy('kubernetes')}`,
    { isFit: (version) => version === versions['kubernetes-validate'] },
  )

/**
 * @param {string} oldest version that will do, such as `1.25`
 * @returns {Tool}
 */
export function go(oldest) {
  const get = 'install it from https://go.dev'
  const found = firstThatRuns(
    ['go', '/usr/local/go/bin/go'],
    `go is not on PATH; ${get}`,
    { args: ['version'] },
  )
  if (!found.path || isAtLeast(found.version, oldest)) return found
  return none(
    `${found.path} is Go ${found.version}, older than ${oldest}; ${get}`,
  )
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
 * A browser: the one that an environment variable names, else the first that is
 * installed.
 *
 * @param {string} variable
 * @param {string[]} names
 * @param {string} reason
 */
function browser(variable, names, reason) {
  const chosen = process.env[variable]
  if (!chosen) return firstThatRuns(names, reason)
  return firstThatRuns([chosen], `${variable} is ${chosen}, which does not run`)
}

/** A browser of the Chromium family. @returns {Tool} */
export const chromium = () =>
  browser(
    'CHROMIUM',
    [
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
    ],
    `no Chromium, Chrome or Edge on PATH; install one, set CHROMIUM to its path, or ${remedy('chromium')}`,
  )

/** @returns {Tool} */
export const firefox = () =>
  browser(
    'FIREFOX',
    [
      'firefox-esr',
      'firefox',
      '/Applications/Firefox.app/Contents/MacOS/firefox',
    ],
    `no Firefox on PATH; install it, set FIREFOX to its path, or ${remedy('firefox')}`,
  )

/** @param {number | string} major */
export const nodePath = (major) => node(major).path
export const mdbookPath = () => mdbook().path
