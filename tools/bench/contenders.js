/**
 * Contenders as data: code/contenders/<id>/contender.json. What each needs,
 * how it is installed or built, how it is run, and why it cannot be.
 */
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { textOf } from '../lib/files.js'
import { cacheDir, codeDir, fromRoot, root } from '../lib/paths.js'
import { cleanEnv, run } from '../processes/run.js'
import * as toolchain from '../processes/toolchain.js'

/** @typedef {import('../processes/toolchain.js').Tool} Tool */
/**
 * @typedef {object} Contender
 * @property {string} id
 * @property {string} name
 * @property {string} language
 * @property {string} runtime
 * @property {string} [about]
 * @property {string[]} needs `node26`, `bun`, `deno`, `go1.25` (that or newer),
 *   `cargo`, `npm`, `velocy`, `file:PATH`
 * @property {{ package?: string, crate?: string, runtime?: string,
 *   chapter?: string }} version where the version is read
 * @property {string[]} [install] run in the folder when what it installs is
 *   missing or package-lock.json has changed
 * @property {string[]} [build] run in the folder when a source has changed
 * @property {Record<string, string>} [environment] of the build
 * @property {string[]} [sources] of the build
 * @property {string} [installed] a file that is there afterwards
 * @property {string} [slow] what makes setting it up take minutes; then only a
 *   benchmark that needs it does, and no smoke run
 * @property {string} [program] the file that `{program}` stands for, unless a
 *   benchmark names another one
 * @property {string[]} run
 * @property {string[]} [runWorkers] where several processes need another
 *   command; the number is in WORKERS either way
 * @property {string} [workers] how it uses several cores, in words
 * @property {Record<string, string>} [headersNotEqual] headers that it cannot
 *   be made to send like the others, and why
 * @property {string} folder
 */

export const contendersDir = path.join(codeDir, 'contenders')
const buildDir = path.join(cacheDir, 'bench')

/** @param {string} [folder] @returns {string[]} ids */
export function contenderIds(folder = contendersDir) {
  return readdirSync(folder)
    .sort()
    .filter((id) => existsSync(path.join(folder, id, 'contender.json')))
}

/** @param {string} id @param {string} [folder] @returns {Contender} */
export function loadContender(id, folder = contendersDir) {
  const file = path.join(folder, id, 'contender.json')
  if (!existsSync(file)) {
    throw new Error(
      `No contender "${id}"; expected one of ${contenderIds(folder).join(', ')}`,
    )
  }
  const contender = JSON.parse(readFileSync(file, 'utf8'))
  if (contender.id !== id) {
    throw new Error(
      `${fromRoot(file)}: got id "${contender.id}", expected "${id}"`,
    )
  }
  for (const name of ['name', 'runtime', 'needs', 'version', 'run']) {
    if (contender[name] === undefined) {
      throw new Error(`${fromRoot(file)}: expected "${name}"`)
    }
  }
  return { ...contender, folder: path.join(folder, id) }
}

/**
 * The snapshots whose lib/index.js exports a Router.
 *
 * @param {string} [code]
 * @returns {string[]} such as `ch06`, in order
 */
export function velocySnapshots(code = codeDir) {
  return readdirSync(code)
    .filter((name) => /^ch\d\d$/.test(name))
    .sort()
    .filter((chapter) => {
      const index = path.join(code, chapter, 'lib', 'index.js')
      if (!existsSync(index)) return false
      const exports =
        readFileSync(index, 'utf8').match(/^export\b[^\n;]*/gm) ?? []
      return exports.some((line) => /\bRouter\b/.test(line))
    })
}

/**
 * The newest of them.
 *
 * @param {string} [code]
 * @returns {string | null} its folder
 */
export function newestVelocy(code = codeDir) {
  const newest = velocySnapshots(code).at(-1)
  return newest ? path.join(code, newest) : null
}

/** How to get what a contender needs. */
const remedies = {
  npm: 'npm comes with Node.js: https://nodejs.org',
}

/** @param {string} need @returns {Tool} of a toolchain */
function toolFor(need) {
  const [, major] = /^node(\d+)$/.exec(need) ?? []
  if (major) return toolchain.node(major)
  const [, oldest] = /^go(\d+\.\d+)$/.exec(need) ?? []
  if (oldest) return toolchain.go(oldest)
  if (need === 'bun') return toolchain.bun()
  if (need === 'deno') return toolchain.deno()
  if (need === 'cargo') return toolchain.cargo()
  if (need === 'nginx') return toolchain.nginx()
  if (need === 'npm') {
    const found = toolchain.onPath('npm')
    const reason = found ? '' : `npm is not on PATH; ${remedies.npm}`
    return { path: found, version: '', reason }
  }
  throw new Error(
    `Unknown need "${need}"; expected nodeNN, bun, deno, goN.NN, cargo, nginx, npm, velocy or file:PATH`,
  )
}

/**
 * @typedef {object} Prepared
 * @property {Contender} contender
 * @property {string} reason why it cannot run; '' when it can
 * @property {string} version
 * @property {string} runtime such as `Node.js 26.10.0`
 * @property {Record<string, string>} tools versions by need
 * @property {(processes: number) => string[]} command
 */

/**
 * What a contender needs, looked up: without installing anything.
 *
 * @param {Contender} contender
 * @param {{ chapterDir?: string, velocyDir?: string | null,
 *   program?: string, version?: Contender['version'] }} [context]
 * @returns {Prepared}
 */
export function resolveContender(contender, context = {}) {
  const { chapterDir = codeDir, velocyDir = newestVelocy() } = context
  const { program = contender.program, version = contender.version } = context
  /** @type {Record<string, string>} */
  const places = {
    root,
    contenders: contendersDir,
    folder: contender.folder,
    chapter: fromRoot(chapterDir),
    build: path.join(buildDir, contender.id),
    ...(program && { program }),
  }
  /** @type {Record<string, string>} */
  const tools = {}
  const reasons = []
  for (const need of contender.needs) {
    if (need.startsWith('file:')) {
      const file = substitute(need.slice('file:'.length), places)
      if (!existsSync(path.resolve(root, file))) {
        reasons.push(`${file} is not there`)
      }
    } else if (need === 'velocy') {
      if (velocyDir) places.velocy = velocyDir
      else reasons.push('not built yet: no chapter has a router so far')
    } else {
      const tool = toolFor(need)
      if (tool.path) places[need] = tool.path
      else reasons.push(tool.reason)
      if (tool.version) tools[need] = tool.version
    }
  }
  const reason = reasons.join('; ')
  return {
    contender,
    reason,
    version: reason
      ? ''
      : versionOf({ ...contender, version }, tools, velocyDir),
    runtime: runtimeName(contender.runtime, tools),
    tools,
    command: (processes) => {
      const { run: one, runWorkers: several = one } = contender
      return (processes > 1 ? several : one).map((part) =>
        substitute(part, places),
      )
    },
  }
}

/** @param {string} text @param {Record<string, string>} places */
function substitute(text, places) {
  return text.replace(/\{(\w+)\}/g, (_, name) => {
    if (places[name] !== undefined) return places[name]
    throw new Error(
      `Unknown place {${name}} in "${text}"; expected one of ${Object.keys(places).join(', ')}`,
    )
  })
}

/** @type {Record<string, string>} */
const runtimeNames = { node: 'Node.js', bun: 'Bun', deno: 'Deno', go: 'Go' }

/** @param {string} runtime @param {Record<string, string>} tools */
function runtimeName(runtime, tools) {
  const version = tools[runtime]
  if (!version) return runtime
  const [family] = /^[a-z]+/.exec(runtime) ?? []
  return `${runtimeNames[family ?? ''] ?? runtime} ${version}`
}

/**
 * @param {string} folder of a contender
 * @param {string} name of a package that it installs
 */
export function lockedVersion(folder, name) {
  const file = path.join(folder, 'package-lock.json')
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  const version = lock.packages[`node_modules/${name}`]?.version
  if (version) return version
  throw new Error(`${fromRoot(file)} does not pin ${name}`)
}

/**
 * The version that the lock file pins, which is the one that is installed.
 *
 * @param {Contender} contender
 * @param {Record<string, string>} tools
 * @param {string | null} velocyDir
 */
function versionOf({ folder, version }, tools, velocyDir) {
  if (version.package) return lockedVersion(folder, version.package)
  if (version.crate) {
    const lock = readFileSync(path.join(folder, 'Cargo.lock'), 'utf8')
    const entry = new RegExp(`name = "${version.crate}"\\nversion = "(.*)"`)
    return entry.exec(lock)?.[1] ?? 'unknown'
  }
  if (version.runtime) return tools[version.runtime]
  return velocyDir ? path.basename(velocyDir) : ''
}

/**
 * @param {Contender} contender
 * @returns {string} changes when anything does that the set-up depends on
 */
function fingerprint({ folder, install, build, environment, sources = [] }) {
  const hash = createHash('sha256')
  hash.update(JSON.stringify([install, build]))
  if (environment) hash.update(JSON.stringify(environment))
  const files = install ? ['package.json', 'package-lock.json'] : sources
  for (const file of files) hash.update(readFileSync(path.join(folder, file)))
  return hash.digest('hex')
}

/**
 * Installs and builds what a contender needs, unless that has been done.
 *
 * @param {Contender} contender
 * @param {(line: string) => void} [report]
 * @param {{ quick?: boolean }} [options] quick: not what takes minutes
 * @returns {Promise<string>} why that failed; '' when it is ready
 */
export async function setUpContender(
  contender,
  report = () => {},
  { quick = false } = {},
) {
  const { id, install, build, folder, installed, environment } = contender
  const target = path.join(buildDir, id)
  const command = (install ?? build)?.map((part) =>
    substitute(part, { build: target }),
  )
  if (!command) return ''
  const stamp = path.join(buildDir, `${id}.stamp`)
  const done = path.resolve(
    folder,
    substitute(installed ?? '.', { build: target }),
  )
  const wanted = fingerprint(contender)
  if (textOf(stamp) === wanted && existsSync(done)) return ''
  if (quick && contender.slow) {
    return `${contender.slow}: node tools/bench/setup.js ${id}`
  }
  const [name, ...args] = command
  const tool = toolFor(
    contender.needs.find((need) => need.startsWith(name)) ?? name,
  )
  if (!tool.path) return tool.reason
  report(`${contender.name}: ${command.join(' ')} (in ${fromRoot(folder)})`)
  const outcome = await run(tool.path, args, {
    cwd: folder,
    timeout: 900,
    env: cleanEnv({ CARGO_TARGET_DIR: target, ...environment }),
  })
  if (outcome.status !== 0 || !existsSync(done)) {
    const tail = outcome.output.trim().split('\n').slice(-15).join('\n')
    const what = outcome.timedOut
      ? 'took longer than 15 minutes'
      : outcome.failure || `failed with exit status ${outcome.status}`
    return `${command.join(' ')} in ${fromRoot(folder)} ${what}:\n${tail}`
  }
  mkdirSync(buildDir, { recursive: true })
  writeFileSync(stamp, wanted)
  report(`${contender.name}: ready in ${outcome.seconds.toFixed(1)} s`)
  return ''
}
