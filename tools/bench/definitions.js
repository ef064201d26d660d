/** Benchmarks as data: code/chNN/bench/<id>.bench.json. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { codeDir, fromRoot } from '../lib/paths.js'
import { velocySnapshots } from './contenders.js'
import { storesProblem } from './stores.js'

/**
 * What each field means is in docs/benchmarks.md.
 *
 * @typedef {import('../stores/programs.js').StoreName} StoreName
 * @typedef {{ method?: string, path: string, headers?: Record<string, string>,
 *   body?: string, bodyFile?: string }} Request
 * @typedef {{ id: string, contender: string, name?: string, threads?: number,
 *   connections?: number, processes?: number, request?: Request,
 *   freeHeaders?: string[], program?: string, snapshot?: string,
 *   env?: Record<string, string>, stores?: StoreName[], needs?: string[],
 *   version?: import('./contenders.js').Contender['version'], cpus?: number,
 *   socket?: { hello?: string, wrap?: string }, skip?: string }} Entry
 * @typedef {{ id: string, name: string, args?: string[], stores?: StoreName[],
 *   version?: { contender: string, package: string } }} ProgramEntry
 */
/**
 * @typedef {object} Common
 * @property {string} id
 * @property {string} title
 * @property {string} chapter
 * @property {string} folder of the chapter's code
 * @property {StoreName[]} [stores]
 * @property {number} [maxDuration] seconds per round
 * @property {string} baseline
 */
/**
 * @typedef {Common & { kind: 'closed' | 'open' | 'idle' | 'messages',
 *   socket?: { way: 'echo' | 'broadcast', text: string }, isStream?: boolean,
 *   request: Request, expect: { status?: number,
 *     headers?: Record<string, string>, freeHeaders?: string[],
 *     responses: { path: string, body: string, bodyFile?: string,
 *       status?: number }[] },
 *   connections: number, threads: number, processes: number, rate?: number,
 *   pipeline?: number, tls?: boolean, smoke?: string[],
 *   contenders: Entry[] }} Definition of a benchmark of servers
 * @typedef {Common & { kind: 'program', program: string, needs: string[],
 *   duration?: number, counts?: boolean,
 *   contenders: ProgramEntry[] }} ProgramDefinition
 * @typedef {Definition | ProgramDefinition} AnyDefinition
 */

/** What every kind of benchmark has. @param {string} file */
function parse(file) {
  const raw = withBase(file)
  /** @param {string} message */
  const fail = (message) => {
    throw new Error(`${fromRoot(file)}: ${message}`)
  }
  const expectedId = path.basename(file, '.bench.json')
  if (raw.id !== expectedId)
    fail(`got id "${raw.id}", expected "${expectedId}"`)
  if (!raw.title || !raw.chapter) fail('expected a title and a chapter')
  const folder = path.dirname(path.dirname(file))
  const contenders = (raw.contenders ?? []).flatMap(
    (/** @type {string | Entry} */ entry) => {
      if (entry === 'velocy-snapshots') {
        return velocySnapshots(path.dirname(folder)).map((snapshot) => ({
          id: snapshot,
          contender: 'velocy',
          name: `Velocy ${snapshot.slice(2)}`,
          snapshot,
        }))
      }
      return typeof entry === 'string' ? { id: entry, contender: entry } : entry
    },
  )
  if (contenders.length === 0) fail('expected contenders')
  const ids = contenders.map((/** @type {Entry} */ { id }) => id)
  if (new Set(ids).size < ids.length) fail(`an id is there twice: ${ids}`)
  const baseline = raw.baseline ?? ids[0]
  if (!ids.includes(baseline)) {
    fail(`got baseline "${baseline}", expected one of ${ids.join(', ')}`)
  }
  const problem = storesProblem({ ...raw, contenders })
  if (problem) fail(problem)
  return { raw: { ...raw, contenders, baseline, folder }, fail }
}

/**
 * A definition, with what it takes over from the file that it extends.
 *
 * @param {string} file
 * @returns {any}
 */
function withBase(file) {
  const own = JSON.parse(readFileSync(file, 'utf8'))
  const { extends: name, env, each = {}, ...rest } = own
  if (!name) return own
  const base = path.join(path.dirname(file), name)
  if (!existsSync(base)) {
    throw new Error(`${fromRoot(file)}: got extends "${name}", no such file`)
  }
  const whole = { ...JSON.parse(readFileSync(base, 'utf8')), ...rest }
  const contenders = whole.contenders.map(
    (/** @type {string | Entry} */ of) => {
      const entry = typeof of === 'string' ? { id: of, contender: of } : of
      const { needs = [], ...more } = each[entry.contender] ?? {}
      const all = [...(entry.needs ?? []), ...needs]
      return {
        ...entry,
        env: { ...env, ...entry.env },
        ...(all.length > 0 && { needs: all }),
        ...more,
      }
    },
  )
  return { ...whole, contenders }
}

/** @param {string} file @returns {AnyDefinition} */
export function readDefinition(file) {
  const { raw, fail } = parse(file)
  if (raw.kind === 'program') {
    const program = path.join(raw.folder, raw.program ?? '')
    if (!raw.program || !existsSync(program)) {
      fail(`got program ${raw.program}, expected a file of the chapter's code`)
    }
    for (const { id, name } of raw.contenders) {
      if (!name) fail(`expected a name for ${id}`)
    }
    return { needs: [], ...raw }
  }
  const kind = raw.kind ?? 'closed'
  if (!['closed', 'open', 'idle', 'messages'].includes(kind)) {
    fail(`got kind "${kind}", expected closed, open, idle, messages or program`)
  }
  const numbers = ['connections', 'threads', 'processes']
  for (const name of kind === 'open' ? [...numbers, 'rate'] : numbers) {
    if (!(Number.isInteger(raw[name]) && raw[name] > 0)) {
      fail(`got ${name} ${raw[name]}, expected a positive integer`)
    }
  }
  if (!raw.request?.path?.startsWith('/')) fail('expected request.path')
  if (raw.socket || raw.isStream || kind === 'messages') {
    if (!raw.socket?.text && !raw.isStream) {
      fail('expected socket: { way, text }')
    }
    return { ...raw, expect: { responses: [] }, kind }
  }
  if (!raw.expect?.responses?.length) {
    fail('expected expect.responses: [{ path, body }], at least one')
  }
  return { ...withBodies(raw, fail), kind }
}

/**
 * Reads the bodies that are in files of their own.
 *
 * @param {Record<string, any>} raw
 * @param {(message: string) => void} fail
 * @returns {any}
 */
function withBodies(raw, fail) {
  /** @param {{ bodyFile?: string }} holder */
  const filled = (holder) => {
    const { bodyFile } = holder
    if (bodyFile === undefined) return holder
    const file = path.join(raw.folder, bodyFile)
    if (!existsSync(file)) {
      fail(`got bodyFile ${bodyFile}, expected a file of the chapter's code`)
    }
    return { ...holder, body: readFileSync(file, 'utf8') }
  }
  const responses = raw.expect.responses.map(filled)
  return {
    ...raw,
    request: filled(raw.request),
    expect: { ...raw.expect, responses },
    contenders: raw.contenders.map((/** @type {Entry} */ entry) =>
      entry.request ? { ...entry, request: filled(entry.request) } : entry,
    ),
  }
}

/**
 * @param {string} [code]
 * @returns {AnyDefinition[]} by chapter, then by name
 */
export function definitions(code = codeDir) {
  return readdirSync(code)
    .sort()
    .filter((chapter) => existsSync(path.join(code, chapter, 'bench')))
    .flatMap((chapter) =>
      readdirSync(path.join(code, chapter, 'bench'))
        .filter((name) => name.endsWith('.bench.json'))
        .sort()
        .map((name) => readDefinition(path.join(code, chapter, 'bench', name))),
    )
}

/**
 * @param {string} selector `all`, a chapter (`ch00`) or an id
 * @param {AnyDefinition[]} [known]
 */
export function select(selector, known = definitions()) {
  const chosen =
    selector === 'all'
      ? known
      : known.filter(
          ({ id, chapter }) => id === selector || chapter === selector,
        )
  if (chosen.length > 0) return chosen
  throw new Error(
    `No benchmark "${selector}"; expected all, a chapter, or one of ${known.map(({ id }) => id).join(', ')}`,
  )
}

/**
 * The entries of a benchmark that a run is limited to.
 *
 * @template {{ id: string, contender?: string }} T
 * @param {{ id: string, contenders: T[] }} definition
 * @param {string[]} [only] ids, of entries or of contenders; all without it
 * @returns {T[]}
 * @throws {Error} when it has none of them
 */
export function chooseEntries({ id, contenders }, only) {
  const chosen = contenders.filter(
    (entry) =>
      !only ||
      only.includes(entry.id) ||
      (entry.contender !== undefined && only.includes(entry.contender)),
  )
  if (chosen.length > 0) return chosen
  const ids = contenders.map((entry) => entry.id)
  throw new Error(
    `${id} has none of ${only?.join(', ')}; it has ${ids.join(', ')}`,
  )
}
