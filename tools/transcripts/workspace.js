/**
 * A temporary copy of the project for the commands of one page: the chapter's
 * code folder is copied, so that a command may write there, and everything
 * beside it is linked.
 */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { codeDir, root } from '../lib/paths.js'
import { nodePath } from '../processes/toolchain.js'

/** What the pages call the two ports that a transcript may use. */
const shownPorts = ['8080', '8081']

/** Where the pages see the project, in place of the temporary folder. */
const shownRoot = '/book'

/** @type {Set<number>} first ports of the workspaces that are open */
const taken = new Set()

/** @type {Set<string>} temporary folders of the workspaces that are open */
const open = new Set()

/** Removes what is left when the runner is ended. */
export function removeWorkspaces() {
  for (const folder of open) rmSync(folder, { recursive: true, force: true })
}

/** @param {number} port */
function isFree(port) {
  return new Promise((resolve) => {
    const server = net.createServer()
    server.on('error', () => resolve(false))
    server.listen(port, () => server.close(() => resolve(true)))
  })
}

/**
 * Two neighbouring free ports. They have four digits like those on the page,
 * so that a request with a `Host` field has the length that the page shows.
 */
async function freePorts() {
  const first = 2000 + 2 * Math.floor(Math.random() * 2990)
  for (let i = 0; i < 8000; i += 2) {
    const port = 2000 + ((first - 2000 + i) % 8000)
    if (taken.has(port) || shownPorts.includes(String(port))) continue
    taken.add(port)
    if ((await isFree(port)) && (await isFree(port + 1))) return port
    taken.delete(port)
  }
  throw new Error('no two neighbouring ports from 2000 to 9999 are free')
}

/**
 * @param {string} text
 * @param {string[]} from
 * @param {string[]} to
 */
function replacePorts(text, from, to) {
  const pattern = new RegExp(`(?<!\\d)(${from.join('|')})(?!\\d)`, 'g')
  return text.replace(pattern, (port) => to[from.indexOf(port)])
}

/** @param {string} folder absolute path below the temporary folder */
function* programs(folder) {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const entry of entries) {
    if (!/\.m?js$/.test(entry) || entry.includes('node_modules')) continue
    const file = path.join(folder, entry)
    if (statSync(file).isFile()) yield file
  }
}

/**
 * @param {string} name of the folder below code/ to copy
 */
export async function openWorkspace(name) {
  const node = nodePath(26)
  if (!node) {
    throw new Error(
      'the pinned Node is not installed; run scripts/setup.sh first',
    )
  }
  const port = await freePorts()
  const realPorts = [String(port), String(port + 1)]
  const temporary = realpathSync(
    mkdtempSync(path.join(os.tmpdir(), 'transcripts-')),
  )
  open.add(temporary)
  const project = path.join(temporary, 'book')
  const home = path.join(temporary, 'home')
  mkdirSync(path.join(project, 'code'), { recursive: true })
  mkdirSync(home)
  // On a terminal curl shows no progress, and bytes as they come.
  writeFileSync(path.join(home, '.curlrc'), 'no-progress-meter\nno-buffer\n')

  for (const entry of readdirSync(root)) {
    if (entry === 'code' || entry === '.git') continue
    symlinkSync(path.join(root, entry), path.join(project, entry))
  }
  for (const entry of readdirSync(codeDir)) {
    if (entry === name) continue
    symlinkSync(path.join(codeDir, entry), path.join(project, 'code', entry))
  }
  const copy = path.join(project, 'code', name)
  cpSync(path.join(codeDir, name), copy, { recursive: true })
  for (const file of programs(copy)) {
    const text = readFileSync(file, 'utf8')
    const replaced = replacePorts(text, shownPorts, realPorts)
    if (replaced !== text) writeFileSync(file, replaced)
  }

  return {
    node,
    /** What stands for code/ in the copy. */
    folder: path.join(project, 'code'),
    /** What commands see: the same on every machine, and nothing more. */
    env: {
      PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}`,
      HOME: home,
      PORT: realPorts[0],
      LANG: 'C.UTF-8',
      TZ: 'UTC',
      TERM: 'dumb',
    },
    /** @param {string} script as the page has it */
    toReal: (script) => replacePorts(script, shownPorts, realPorts),
    /** @param {string} output as it was printed */
    toShown: (output) =>
      replacePorts(
        output.replaceAll(project, shownRoot),
        realPorts,
        shownPorts,
      ),
    close() {
      taken.delete(port)
      open.delete(temporary)
      rmSync(temporary, { recursive: true, force: true })
    },
  }
}
