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
 * @typedef {{ path: string | null, version: string, reason: string }} Tool
 *   reason: why there is no path, or ''
 */

/** @type {Record<string, any>} the versions that the book is written with */
export const versions = JSON.parse(
  readFileSync(path.join(root, 'tools', 'setup', 'versions.json'), 'utf8'),
)

/** Everything that the set-up installs for the project alone. */
export const toolsDir = path.join(cacheDir, 'tools')

/** @param {string} file */
export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

/** Looks a program up as a shell does. @param {string} name */
export const onPath = (name, searchPath = process.env.PATH ?? '') =>
  searchPath
    .split(path.delimiter)
    .filter(Boolean)
    .map((folder) => path.resolve(folder, name))
    .find(isExecutable) ?? null

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
  const said = ran ? `${result.stdout}\n${result.stderr}` : ''
  const version = /\d+\.\d+(?:\.\d+)*/.exec(said)?.[0] ?? null
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

/** @param {string} component */
const remedy = (component) => `run scripts/setup.sh --only ${component}`

/**
 * @param {string} component
 * @param {string} title
 * @param {string} version the only one that will do
 * @param {string[]} candidates
 */
const pinned = (component, title, version, candidates) =>
  firstThatRuns(
    candidates,
    `${title} ${version} is not installed; ${remedy(component)}`,
    { isFit: (found) => found === version },
  )

/** @param {string} component @param {string[]} files below its packages */
const inPackages = (component, files) =>
  files.map((file) => path.join(toolsDir, component, 'node_modules', file))

/**
 * A pinned Node. The one that runs this process, or that is on PATH, is as
 * good when it is exactly the pinned version.
 *
 * @param {number | string} major 20, 24 or 26
 */
export function node(major) {
  const version = versions.node[major]
  if (version === undefined) {
    const known = Object.keys(versions.node).join(', ')
    return none(`Node ${major} is not pinned; pinned are ${known}`)
  }
  const own = inPackages(`node${major}`, ['node/bin/node'])
  const candidates = [...own, process.execPath, 'node']
  return pinned(`node${major}`, 'Node', version, candidates)
}

/** Any mdBook of the pinned series: 0.5.x for 0.5.4. */
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

export const wrk = () =>
  firstThatRuns(['wrk'], `wrk is not on PATH; ${remedy('wrk')}`, {
    args: ['-v'],
  })

export function bun() {
  const arch = process.arch === 'arm64' ? 'aarch64' : process.arch
  const files = ['', '-musl', '-baseline'].map(
    (suffix) => `@oven/bun-${process.platform}-${arch}${suffix}/bin/bun`,
  )
  const candidates = [...inPackages('bun', files), 'bun']
  return pinned('bun', 'Bun', versions.bun, candidates)
}

export function deno() {
  const { platform, arch } = process
  const suffix = platform === 'linux' ? '-glibc' : ''
  const own = inPackages('deno', [`@deno/${platform}-${arch}${suffix}/deno`])
  return pinned('deno', 'Deno', versions.deno, [...own, 'deno'])
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

export function cargo() {
  const { HOME = '', CARGO_HOME = path.join(HOME, '.cargo') } = process.env
  return firstThatRuns(
    ['cargo', path.resolve(CARGO_HOME, 'bin', 'cargo')],
    'cargo is not on PATH; install Rust from https://rustup.rs',
  )
}

export const kubernetesValidate = () =>
  pinned('kubernetes', 'kubernetes-validate', versions['kubernetes-validate'], [
    path.join(toolsDir, 'kubernetes', 'bin', 'kubernetes-validate'),
  ])

/** @param {string} oldest version that will do, such as `1.25` */
export function go(oldest) {
  const get = 'install it from https://go.dev'
  const found = firstThatRuns(
    ['go', '/usr/local/go/bin/go'],
    `go is not on PATH; ${get}`,
    { args: ['version'] },
  )
  const { path: file, version } = found
  const isOld = version.localeCompare(oldest, 'en', { numeric: true }) < 0
  if (!file || !isOld) return found
  return none(`${file} is Go ${version}, older than ${oldest}; ${get}`)
}

/**
 * The program that an environment variable names, else the first that runs.
 *
 * @param {string} variable
 * @param {(string | null)[]} names
 * @param {string} reason
 * @param {string[]} [args]
 */
export function chosen(variable, names, reason, args) {
  const own = process.env[variable]
  if (!own) return firstThatRuns(names, reason, { args })
  const wrong = `${variable} is ${own}, no program that runs`
  return firstThatRuns([own], wrong, { args })
}

/** Systems put proxies where users do not look. @param {string} name */
const proxy = (name) =>
  chosen(
    name.toUpperCase(),
    [name, `/usr/sbin/${name}`],
    `${name} is not on PATH; ${remedy(name)}`,
    ['-v'],
  )
export const haproxy = () => proxy('haproxy')
export const nginx = () => proxy('nginx')

/** @param {string} name of an application of macOS */
const onMac = (name) => `/Applications/${name}.app/Contents/MacOS/${name}`

/** A browser of the Chromium family. */
export const chromium = () =>
  chosen(
    'CHROMIUM',
    [
      'chromium',
      'chromium-browser',
      'google-chrome-stable',
      'google-chrome',
      'microsoft-edge-stable',
      onMac('Chromium'),
      onMac('Google Chrome'),
      onMac('Microsoft Edge'),
    ],
    `no Chromium, Chrome or Edge on PATH; install one, set CHROMIUM to its path, or ${remedy('chromium')}`,
  )

export const firefox = () =>
  chosen(
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
