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
 * What each field means is in docs/benchmarks.md.
 *
 * @typedef {{ id: string, name: string, language: string, runtime: string,
 *   about?: string, needs: string[], version: { package?: string,
 *     crate?: string, runtime?: string, chapter?: string },
 *   install?: string[], build?: string[], environment?: Record<string, string>,
 *   sources?: string[], installed?: string, slow?: string, program?: string,
 *   run: string[], runWorkers?: string[], workers?: string,
 *   headersNotEqual?: Record<string, string>, folder: string }} Contender
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
  for (const name of ['id', 'name', 'runtime', 'needs', 'version', 'run']) {
    if (name === 'id' ? contender.id !== id : contender[name] === undefined) {
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
  const chapters = readdirSync(code).filter((name) => /^ch\d\d$/.test(name))
  return chapters.sort().filter((chapter) => {
    const index = textOf(path.join(code, chapter, 'lib', 'index.js'))
    return /^export\b[^\n;]*\bRouter\b/m.test(index)
  })
}

/** The folder of the newest of them, '' without one. @param {string} [code] */
export const newestVelocy = (code = codeDir) =>
  velocySnapshots(code)
    .map((name) => path.join(code, name))
    .at(-1) ?? ''

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
    const reason = found ? '' : 'npm is not on PATH; it comes with Node.js'
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
 * @param {{ chapterDir?: string, velocyDir?: string,
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
    velocy: velocyDir,
    ...(program && { program }),
  }
  /** @type {Record<string, string>} */
  const tools = {}
  const reasons = contender.needs.map((need) => {
    if (need.startsWith('file:')) {
      const file = substitute(need.slice('file:'.length), places)
      return existsSync(path.resolve(root, file)) ? '' : `${file} is not there`
    }
    if (need === 'velocy') return ''
    const tool = toolFor(need)
    if (tool.path) places[need] = tool.path
    if (tool.version) tools[need] = tool.version
    return tool.reason
  })
  const reason = reasons.filter(Boolean).join('; ')
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
const runtimeName = (runtime, tools) =>
  tools[runtime]
    ? `${runtimeNames[runtime.replace(/\d.*/, '')] ?? runtime} ${tools[runtime]}`
    : runtime

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
 * @param {string} velocyDir
 */
function versionOf({ folder, version }, tools, velocyDir) {
  if (version.package) return lockedVersion(folder, version.package)
  if (version.crate) {
    const lock = textOf(path.join(folder, 'Cargo.lock'))
    const [, after] = lock.split(`name = "${version.crate}"\nversion = "`)
    return after.slice(0, after.indexOf('"'))
  }
  if (version.runtime) return tools[version.runtime]
  return path.basename(velocyDir)
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
