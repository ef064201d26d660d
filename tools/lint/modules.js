/**
 * What a snapshot's modules may import: `lib/` is what `velocy` exports, in
 * folders that build on each other; `demo/` is what only the server has.
 *
 *     node tools/lint/modules.js [chNN …]
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { init, parse } from 'es-module-lexer'
import { chapters } from '../book-model/chapters.js'
import { filesBelow } from '../lib/files.js'
import { fromRoot } from '../lib/paths.js'
import { loadedBy } from '../reader-walk/loads.js'
import { isMain, report } from './problems.js'

/** @typedef {import('./problems.js').Problem} Problem */

/**
 * What each folder of lib/ builds on, besides itself. `lib/index.js` may have
 * all of them; a folder that stands above it has an entry of its own in
 * package.json, such as `velocy/cluster`.
 *
 * @type {Record<string, string[]>}
 */
const LAYERS = {
  testing: ['app', 'common'],
  observe: ['cluster', 'app', 'log', 'http', 'common'],
  realtime: ['middleware', 'app', 'engine', 'http', 'common'],
  middleware: ['cluster', 'app', 'http', 'common'],
  processes: ['common'],
  data: ['common'],
  cluster: ['app', 'log', 'http', 'common'],
  workers: ['common'],
  app: ['engine', 'router', 'http', 'common'],
  router: ['http', 'common'],
  http: ['common'],
  engine: ['common'],
  log: ['common'],
  common: [],
}

/**
 * @param {string} file absolute path
 * @returns {{ target: string, line: number }[]} its own modules that it
 *   imports, by absolute path
 */
function importsOf(file) {
  const text = readFileSync(file, 'utf8')
  return parse(text)[0]
    .filter(({ specifier }) => specifier?.startsWith('.'))
    .map(({ specifier, start }) => ({
      target: path.resolve(path.dirname(file), specifier ?? ''),
      line: text.slice(0, start).split('\n').length,
    }))
}

/**
 * What a snapshot has for others: its `lib/index.js`, and what package.json
 * exports besides.
 *
 * @param {string} folder absolute path
 * @returns {string[]} paths from it; none if there is no index
 */
function entriesOf(folder) {
  if (!existsSync(path.join(folder, 'lib', 'index.js'))) return []
  const file = path.join(folder, 'package.json')
  const { exports = {} } = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : {}
  const exported = typeof exports === 'string' ? [exports] : exports
  const files = Object.values(exported)
    .map((target) => path.posix.normalize(target))
    .filter((target) => existsSync(path.join(folder, target)))
  return [...new Set(['lib/index.js', ...files])]
}

/**
 * @param {string} from path of a module, from its snapshot
 * @param {string} to of one that it imports
 * @param {string[]} entries what the snapshot has for others
 * @returns {string | null} why it may not; null if it may
 */
function objection(from, to, entries) {
  const [top, layer] = from.split('/')
  const [otherTop, other] = to.split('/')
  if (top !== 'lib') {
    return entries.length > 0 && otherTop === 'lib' && !entries.includes(to)
      ? `only ${entries.join(' and ')} is for others; import from there, and export it there if a program needs it`
      : null
  }
  if (otherTop !== 'lib') return 'lib/ knows nothing of what uses it'
  if (layer === 'index.js' || layer === other) return null
  if (LAYERS[layer]?.includes(other)) return null
  const allowed = LAYERS[layer]?.map((name) => `lib/${name}`).join(', ')
  return LAYERS[layer]
    ? `lib/${layer} builds on ${allowed || 'nothing'} only`
    : `a module of lib/ stands in one of ${Object.keys(LAYERS).join(', ')}`
}

/**
 * @param {string} folder absolute path of a snapshot
 */
export async function checkModules(folder) {
  await init
  const own = filesBelow(folder).filter((name) =>
    /^(lib|demo)\/.*(?<!\.test)\.js$/.test(name),
  )
  const servers = readdirSync(folder).filter((name) =>
    /^server[^/]*(?<!\.test)\.js$/.test(name),
  )
  const entries = entriesOf(folder)
  /** @type {Problem[]} */
  const problems = []
  for (const name of [...servers, ...own]) {
    const file = path.join(folder, name)
    for (const { target, line } of importsOf(file)) {
      const to = path.relative(folder, target).split(path.sep).join('/')
      const why = objection(name, to, entries)
      if (why === null) continue
      const message = `it imports ${to}: ${why}`
      problems.push({ file: fromRoot(file), line, message })
    }
  }
  const reached = loadedBy([...servers, ...entries].join(' '), folder)
  for (const name of own.filter((one) => !reached.has(one))) {
    problems.push({
      file: fromRoot(path.join(folder, name)),
      message: `nothing that ${[...servers, ...entries].join(' or ')} imports needs it; export what a program needs of it, or take it out`,
    })
  }
  return problems
}

if (isMain(import.meta.url)) {
  const ids = process.argv.slice(2)
  const folders = chapters()
    .filter(({ id }) => ids.length === 0 || ids.includes(id))
    .map(({ codeDir }) => codeDir)
    .filter((folder) => existsSync(folder))
  const problems = await Promise.all(folders.map(checkModules))
  report('modules', problems.flat(), 'lib/ is what velocy exports')
}
