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
import os from 'node:os'
import path from 'node:path'
import { codeDir, root } from '../lib/paths.js'
import { nodePath } from '../processes/toolchain.js'
import { freePorts, replacePorts, shownPorts } from './ports.js'

/** Where the pages see the project, in place of the temporary folder. */
const shownRoot = '/book'

/** @type {Set<string>} temporary folders of the workspaces that are open */
const open = new Set()

/** Removes what is left when the runner is ended. */
export function removeWorkspaces() {
  for (const folder of open) rmSync(folder, { recursive: true, force: true })
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
  const { ports: realPorts, release } = await freePorts()
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
      release()
      open.delete(temporary)
      rmSync(temporary, { recursive: true, force: true })
    },
  }
}
