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
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { filesBelow } from '../lib/files.js'
import { codeDir, root } from '../lib/paths.js'
import { nodePath } from '../processes/toolchain.js'
import { kinds } from '../stores/stores.js'
import { packages } from './needs.js'
import { freePorts, replacePorts, shownPorts } from './ports.js'

/** Where the pages see the project, in place of the temporary folder. */
const shownRoot = '/book'

/** @type {Set<string>} temporary folders of the workspaces that are open */
const open = new Set()

process.on('exit', () => {
  for (const folder of open) rmSync(folder, { recursive: true, force: true })
})

/**
 * Links what is beside the project's code and the other folders of it, and
 * copies one.
 *
 * @param {string} project absolute path, of an empty folder
 * @param {string} name of the folder below code/ to copy
 * @returns {string} absolute path of the copy
 */
function copyProject(project, name) {
  mkdirSync(path.join(project, 'code'), { recursive: true })
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
  return copy
}

/**
 * @param {string} folder absolute path of a copy
 * @param {string[]} ports that its programs are to use
 */
function replacePortsBelow(folder, ports) {
  for (const name of filesBelow(folder)) {
    if (!/\.m?js$/.test(name)) continue
    const file = path.join(folder, name)
    const text = readFileSync(file, 'utf8')
    const replaced = replacePorts(text, shownPorts, ports)
    if (replaced !== text) writeFileSync(file, replaced)
  }
}

/** @param {string} home absolute path, where nothing is yet */
function makeHome(home) {
  mkdirSync(home)
  // On a terminal curl shows no progress, and bytes as they come.
  writeFileSync(path.join(home, '.curlrc'), 'no-progress-meter\nno-buffer\n')
}

/**
 * What has been printed may have the same digits as another number.
 *
 * @param {string} text
 * @param {string} from
 * @param {string} to
 */
const replaceAddress = (text, from, to) =>
  text.replace(new RegExp(`(?<=: ?)${from}(?!\\d)`, 'g'), to)

/** The copy, and what commands in it see. */
export class Workspace {
  #temporary
  #ports
  #release
  /** @type {{ real: string, shown: string }[]} ports of stores */
  #stores = []

  /**
   * @param {string} node absolute path
   * @param {string} temporary absolute path of the folder that holds it all,
   *   and goes with it
   * @param {Awaited<ReturnType<typeof freePorts>>} free
   */
  constructor(node, temporary, { ports, release }) {
    this.node = node
    this.#temporary = temporary
    this.project = path.join(temporary, 'book')
    this.#ports = ports
    this.#release = release
    /** What stands for code/ in the copy. */
    this.folder = path.join(this.project, 'code')
    this.home = path.join(temporary, 'home')
    /** What commands see: the same on every machine, and nothing more. */
    this.env = {
      NODE_PATH: packages,
      PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}`,
      HOME: this.home,
      PORT: ports[0],
      LANG: 'C.UTF-8',
      TZ: 'UTC',
      TERM: 'dumb',
    }
  }

  /**
   * Tells it where stores listen, which have their usual ports on the pages.
   *
   * @param {Record<string, string>} env of stores that run
   */
  connect(env) {
    this.#stores = []
    for (const { variable, port } of Object.values(kinds)) {
      const url = env[variable]
      if (!url) continue
      this.#stores.push({ real: new URL(url).port, shown: String(port) })
    }
  }

  /** @param {string} script as the page has it */
  toReal(script) {
    let real = replacePorts(script, shownPorts, this.#ports)
    for (const store of this.#stores) {
      real = replacePorts(real, [store.shown], [store.real])
    }
    return real
  }

  /** @param {string} output as it was printed */
  toShown(output) {
    let shown = output.replaceAll(this.project, shownRoot)
    for (const store of this.#stores) {
      shown = replaceAddress(shown, store.real, store.shown)
    }
    return replacePorts(shown, this.#ports, shownPorts)
  }

  close() {
    this.#release()
    open.delete(this.#temporary)
    rmSync(this.#temporary, { recursive: true, force: true })
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
  const free = await freePorts()
  const temporary = realpathSync(
    mkdtempSync(path.join(os.tmpdir(), 'transcripts-')),
  )
  open.add(temporary)
  const workspace = new Workspace(node, temporary, free)
  makeHome(workspace.home)
  replacePortsBelow(copyProject(workspace.project, name), free.ports)
  return workspace
}
