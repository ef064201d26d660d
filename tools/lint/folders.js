#!/usr/bin/env node
/**
 * Checks that imports between folders go one way: the folders of tools/ and
 * those at the top import each other without a circle. Tests may look at
 * whatever they test.
 *
 *     node tools/lint/folders.js --graph
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'es-module-lexer/minimal/js'
import { root } from '../lib/paths.js'
import { isMain, report } from './problems.js'

/** @typedef {import('./problems.js').Problem} Problem */
/** @typedef {Map<string, Map<string, string[]>>} Graph who imports from whom, and in which files */

/** Each chapter is a program of its own, and so is each contender. */
const leftOut = /^(code|learn|book|node_modules|src|translations)\//

const isTest = /(\.test|\.fixture|\/fixture)\.js$/

/**
 * @param {string} file path from the root
 * @returns {string} the folder that it counts to
 */
export function folderOf(file) {
  const parts = file.split('/')
  if (parts.length === 1) return '.'
  return parts[0] === 'tools' && parts.length > 2
    ? `tools/${parts[1]}`
    : parts[0]
}

/**
 * What a module imports from other files of the project. A specifier may say
 * how it is loaded: `bundle:./worker.js`.
 *
 * @param {string} file path from the root
 * @param {string} text
 * @returns {string[]} paths from the root
 */
export function importsOf(file, text) {
  const [imports] = parse(text)
  return imports
    .map(({ n = '' }) => n.replace(/^[a-z]+:(?=\.)/, ''))
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) =>
      path.posix.normalize(
        path.posix.join(path.posix.dirname(file), specifier),
      ),
    )
}

/**
 * @param {Map<string, string[]>} imports by file
 * @returns {Graph}
 */
export function graphOf(imports) {
  /** @type {Graph} */
  const graph = new Map()
  for (const [file, targets] of imports) {
    const from = folderOf(file)
    for (const target of targets) {
      const to = folderOf(target)
      if (to === from || leftOut.test(target)) continue
      const edges = graph.get(from) ?? new Map()
      graph.set(from, edges)
      edges.set(to, [...(edges.get(to) ?? []), file])
    }
  }
  return graph
}

/**
 * @param {Graph} graph
 * @returns {string[][]} circles, each as the folders that it goes through
 */
export function circles(graph) {
  /** @type {string[][]} */
  const found = []
  const done = new Set()
  /** @param {string} folder @param {string[]} way */
  const visit = (folder, way) => {
    const start = way.indexOf(folder)
    if (start !== -1) {
      found.push(way.slice(start))
      return
    }
    if (done.has(folder)) return
    for (const next of graph.get(folder)?.keys() ?? []) {
      visit(next, [...way, folder])
    }
    done.add(folder)
  }
  for (const folder of graph.keys()) visit(folder, [])
  return found
}

/**
 * @param {Graph} graph
 * @returns {Problem[]}
 */
export function problemsOf(graph) {
  return circles(graph).map((circle) => {
    const steps = circle.map((from, i) => {
      const to = circle[(i + 1) % circle.length]
      const files = graph.get(from)?.get(to) ?? []
      return `${from} → ${to} (${files.slice(0, 3).join(', ')})`
    })
    return {
      file: circle[0],
      message: `folders import each other in a circle: ${steps.join(', ')}. Move what both need into a folder below them`,
    }
  })
}

/** @returns {Graph} of the project */
function projectGraph() {
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '*.js', '*.cjs'],
    { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 },
  )
  /** @type {Map<string, string[]>} */
  const imports = new Map()
  for (const file of listed.split('\n').filter(Boolean)) {
    if (leftOut.test(file) || isTest.test(file)) continue
    try {
      const text = readFileSync(path.join(root, file), 'utf8')
      imports.set(file, importsOf(file, text))
    } catch (error) {
      // Deleted, and not committed yet.
      if (/** @type {{ code?: string }} */ (error).code !== 'ENOENT')
        throw error
    }
  }
  return graphOf(imports)
}

if (isMain(import.meta.url)) {
  const graph = projectGraph()
  if (process.argv.includes('--graph')) {
    for (const [from, edges] of [...graph].sort()) {
      console.log(`${from} → ${[...edges.keys()].sort().join(', ')}`)
    }
  }
  report('folders', problemsOf(graph), 'imports go one way')
}
