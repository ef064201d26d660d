/** How large the newest snapshot's lib/ is, in figures. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { newestVelocy } from '../bench/contenders.js'
import { nodesOf, treeOf } from '../book-model/code.js'
import { textOf } from '../lib/files.js'
import { patienceInMs } from '../processes/pace.js'
import { cleanEnv } from '../processes/run.js'
import { node } from '../processes/toolchain.js'
import { codeOf, programsBelow } from './chapter.js'

/** @typedef {import('./chapter.js').Figures} Figures */
/** @typedef {import('../book-model/code.js').Node} Node */

const isFunction = (/** @type {Node} */ { type }) =>
  /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(
    type,
  )

/** @param {any} key of a member */
const keyName = ({ type, name, value }) =>
  type === 'PrivateIdentifier' ? `#${name}` : String(name ?? value)

/**
 * The functions of a module that have a name, each with its lines.
 *
 * @param {string} text
 * @returns {{ name: string, lines: number }[]} `find`, `Router.#settle`
 */
export function functionsIn(text) {
  /** @type {{ name: string, lines: number }[]} */
  const found = []
  /** @param {string} name @param {any} node */
  const add = (name, { loc }) =>
    found.push({ name, lines: loc.end.line - loc.start.line + 1 })
  for (const node of nodesOf(treeOf(text))) {
    if (node.type === 'FunctionDeclaration')
      add(node.id?.name ?? 'default', node)
    if (
      node.type === 'VariableDeclarator' &&
      node.init &&
      isFunction(node.init)
    )
      add(node.id.name, node.init)
    if (node.type !== 'ClassDeclaration') continue
    for (const member of node.body.body) {
      if (member.type !== 'MethodDefinition') continue
      add(`${node.id?.name ?? 'default'}.${keyName(member.key)}`, member)
    }
  }
  return found
}

/**
 * The files and functions that are longer than they may be: with comments, as
 * they stand on a page. A function is named as in a listing.
 *
 * @param {string} folder absolute path of lib/
 * @param {{ file: number, function: number }} most lines
 */
function longParts(folder, most) {
  /** @type {Figures} */
  const figures = {}
  for (const name of programsBelow(folder)) {
    const text = textOf(path.join(folder, name))
    const lines = text.trimEnd().split('\n').length
    if (lines > most.file) figures[`lib/${name}`] = lines
    for (const own of functionsIn(text)) {
      if (own.lines > most.function)
        figures[`lib/${name}#${own.name}`] = own.lines
    }
  }
  return figures
}

/**
 * @param {string} folder absolute path of a snapshot
 * @returns {string[]} what of its lib/ each `GET /hello` calls; none where it
 *   has no engine of its own
 * @throws {Error} when it cannot be counted
 */
function calledByHello(folder) {
  if (!existsSync(path.join(folder, 'lib', 'engine'))) return []
  const { path: runner, reason } = node(26)
  if (!runner) throw new Error(reason)
  const program = fileURLToPath(new URL('./hello.js', import.meta.url))
  const { status, stdout, stderr, error } = spawnSync(
    runner,
    [program, folder],
    { encoding: 'utf8', env: cleanEnv(), timeout: patienceInMs(20) },
  )
  if (error) throw error
  if (status !== 0) throw new Error(`GET /hello was not counted:\n${stderr}`)
  return JSON.parse(stdout)
}

/** @param {{ file: number, function: number }} most lines @returns {Figures} */
export function libraryFigures(most) {
  const snapshot = newestVelocy()
  if (!snapshot) return {}
  const folder = path.join(snapshot, 'lib')
  const files = programsBelow(folder)
  const lines = files.map((name) => codeOf(path.join(folder, name)).length)
  return {
    lines: lines.reduce((total, one) => total + one, 0),
    files: files.length,
    hello: calledByHello(snapshot).length,
    ...longParts(folder, most),
  }
}
