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
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { fromRoot, root } from '../lib/paths.js'
import { patience } from '../processes/pace.js'
import { cleanEnv, run } from '../processes/run.js'
import * as toolchain from '../processes/toolchain.js'
import { programs as stores } from '../stores/programs.js'
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
 * @param {number} timeout seconds, on an idle machine
 */
async function npm(args, cwd, timeout) {
  const program = toolchain.onPath('npm')
  if (!program) throw new Error('npm is not on PATH; it comes with Node.js')
  const allowed = patience(timeout)
  const result = await run(
    program,
    [...args, '--no-audit', '--no-fund', '--no-progress', '--loglevel=error'],
    { cwd, timeout: allowed, env: cleanEnv({ NO_UPDATE_NOTIFIER: '1' }) },
  )
  if (result.status === 0) return
  const why = result.timedOut
    ? `took more than ${Math.round(allowed)} s`
    : 'failed'
  throw new Error(
    `npm ${args.join(' ')} ${why}\n${result.failure}${result.output.trim()}`,
  )
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
 * @param {string | string[]} wanted packages, aliases allowed
 * @param {Component['check']} check
 * @param {string} without
 * @returns {Component}
 */
const fromNpm = (id, title, wanted, check, without) => ({
  ...optional,
  ...{ id, title, without, check },
  async install(say) {
    const folder = path.join(toolchain.toolsDir, id)
    const packages = [wanted].flat()
    say(`npm package ${packages.join(', ')} into ${fromRoot(folder)}`)
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n')
    // The packages that hold a program need no script to be unpacked.
    const args = [
      'install',
      '--prefix',
      folder,
      '--ignore-scripts',
      ...packages,
    ]
    await npm(args, folder, 300)
  },
})

/** @param {string} major @param {string} without @returns {Component} */
function node(major, without) {
  const version = toolchain.versions.node[major]
  const wanted = `node@npm:${nodePackage()}@${version}`
  const check = () => toolchain.node(major)
  return fromNpm(`node${major}`, `Node ${version}`, wanted, check, without)
}

/** @param {'bun' | 'deno'} id @param {string} name @param {string} without */
function runtime(id, name, without) {
  const version = toolchain.versions[id]
  const wanted = `${id}@${version}`
  const check = id === 'bun' ? toolchain.bun : toolchain.deno
  return fromNpm(id, `${name} ${version}`, wanted, check, without)
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

/** @typedef {{ apt: string, brew: string }} SystemPackage its names */

/**
 * A package of the operating system, by apt or Homebrew. It is installed where
 * that needs no password; elsewhere the message has the command.
 *
 * @param {(line: string) => void} say
 * @param {SystemPackage} names
 */
async function installSystemPackage(say, names) {
  const hasApt = toolchain.onPath('apt-get')
  if (!hasApt && !toolchain.onPath('brew')) {
    throw new Error(
      `there is neither apt-get nor brew here; install ${names.apt} with your package manager`,
    )
  }
  const command = hasApt
    ? ['apt-get', 'install', '-y', names.apt]
    : ['brew', 'install', ...names.brew.split(' ')]
  const isRoot = process.getuid?.() === 0
  const sudo = process.env.CI && toolchain.onPath('sudo') ? ['sudo', '-n'] : []
  if (hasApt && !isRoot && sudo.length === 0) {
    throw new Error(`it needs root: sudo ${command.join(' ')}`)
  }
  say(`${command.join(' ')} (outside the project: a package of your system)`)
  if (!hasApt) return system(command)
  const prefix = isRoot ? [] : sudo
  if (!hasPackageLists()) {
    say('apt-get update')
    await system([...prefix, 'apt-get', 'update', '-q'])
  }
  command.splice(2, 0, '-q', '--no-install-recommends')
  await system([...prefix, 'sh', '-c', noService, 'sh', ...command])
}

/**
 * @param {string} id
 * @param {string} title
 * @param {Component['check']} check
 * @param {SystemPackage} names
 * @param {string} without
 * @returns {Component}
 */
const fromSystem = (id, title, check, names, without) => ({
  ...optional,
  ...{ id, title, without, check, inTurn: true },
  install: (say) => installSystemPackage(say, names),
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
  await system([python, '-m', 'venv', folder])
  const pip = path.join(folder, 'bin', 'pip')
  await system([pip, 'install', '--quiet', '--no-input', wanted])
}

/** apt knows no package before its first `update`. */
function hasPackageLists() {
  const file = '/var/cache/apt/pkgcache.bin'
  const lists = '/var/lib/apt/lists'
  if (existsSync(file) && statSync(file).size > 1_000_000) return true
  if (!existsSync(lists)) return false
  // An empty image holds only `partial` and `lock` there.
  return statSync(lists).nlink > 3
}

/** @param {string[]} command */
async function system([file, ...args]) {
  const result = await run(file, args, {
    timeout: patience(400),
    env: cleanEnv({ DEBIAN_FRONTEND: 'noninteractive' }),
  })
  if (result.status === 0) return
  const tail = result.output.trim().split('\n').slice(-4).join('\n')
  throw new Error(`${file} ${args.join(' ')} failed\n${result.failure}${tail}`)
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
      await npm(['ci'], root, 400)
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
      await getMdbook({ version, destination, say })
    },
  },
  node('24', 'the tests on the oldest Node are reported as skipped'),
  node('20', 'uWebSockets.js is reported as skipped in the benchmarks'),
  runtime(
    'bun',
    'Bun',
    'Bun and Elysia are reported as skipped in the benchmarks',
  ),
  runtime('deno', 'Deno', 'Deno is reported as skipped in the benchmarks'),
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
    { apt: 'wrk', brew: 'wrk' },
    'the benchmarks of servers are skipped',
  ),
  fromSystem(
    'chromium',
    'Chromium',
    toolchain.chromium,
    { apt: 'chromium', brew: '--cask chromium' },
    'the browser checks are reported as skipped, and there is no PDF',
  ),
  fromSystem(
    'firefox',
    'Firefox',
    toolchain.firefox,
    { apt: 'firefox-esr', brew: '--cask firefox' },
    'the programs of the pages are tried in Chromium only',
  ),
  fromSystem(
    'redis',
    'Redis',
    stores.redis,
    { apt: 'redis-server', brew: 'redis' },
    'what needs Redis is reported as not run',
  ),
  fromSystem(
    'postgres',
    'PostgreSQL',
    stores.postgres,
    { apt: 'postgresql', brew: 'postgresql@17' },
    'what needs PostgreSQL is reported as not run',
  ),
  fromSystem(
    'haproxy',
    'HAProxy',
    toolchain.haproxy,
    { apt: 'haproxy', brew: 'haproxy' },
    'what needs HAProxy is reported as not run',
  ),
  fromSystem(
    'nginx',
    'nginx',
    toolchain.nginx,
    { apt: 'nginx', brew: 'nginx' },
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
