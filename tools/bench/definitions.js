/** Benchmarks as data: code/chNN/bench/<id>.bench.json. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { codeDir, fromRoot } from '../lib/paths.js'
import { velocySnapshots } from './contenders.js'
import { storesProblem } from './stores.js'

/**
 * @typedef {object} Request
 * @property {string} [method]
 * @property {string} path
 * @property {Record<string, string>} [headers]
 * @property {string} [body]
 * @property {string} [bodyFile] the file of the chapter that holds the body
 */
/**
 * @typedef {object} Expectation
 * @property {number} [status]
 * @property {Record<string, string>} [headers]
 * @property {string[]} [freeHeaders] names that contenders may differ in
 * @property {{ path: string, body: string, bodyFile?: string,
 *   status?: number }[]} responses
 */
/**
 * @typedef {object} Entry one line of the result: a contender, and what is
 *   different for it
 * @property {string} id
 * @property {string} contender
 * @property {string} [name]
 * @property {number} [threads]
 * @property {number} [connections]
 * @property {number} [processes]
 * @property {Request} [request]
 * @property {string[]} [freeHeaders]
 * @property {string} [program] that the contender `chapter-program` runs, from
 *   the chapter's folder
 * @property {string} [snapshot] a folder of code/ whose Velocy the contender
 *   `velocy` runs; the newest one without it
 * @property {Record<string, string>} [env] of the server, such as VELOCY_ENGINE
 * @property {StoreName[]} [stores] that it asks, in place of the definition's
 * @property {string[]} [needs] further contenders to be installed for it
 * @property {import('./contenders.js').Contender['version']} [version] of what
 *   it measures, in place of its contender's
 * @property {number} [cpus] a quota of CPU time, as a container has it
 * @property {{ hello?: string, wrap?: string }} [socket] for a protocol on top
 *   of WebSocket: a message to begin with, and what is around the others, in
 *   which `$` stands for the text as JSON
 * @property {string} [skip] why it cannot run at all
 */
/**
 * @typedef {object} Definition
 * @property {string} id
 * @property {string} title
 * @property {string} chapter
 * @property {string} folder of the chapter's code
 * @property {'closed' | 'open' | 'idle' | 'messages'} kind closed: each
 *   connection always has one request (wrk); open: requests arrive at a constant
 *   rate; idle: each connection asks once, and stays; messages: over WebSocket
 * @property {{ way: 'echo' | 'broadcast', text: string }} [socket] the
 *   connections are WebSocket's: what is sent, and whether one gets it back or
 *   all do
 * @property {boolean} [isStream] idle connections are event streams, which begin
 *   and never end
 * @property {Request} request
 * @property {Expectation} expect
 * @property {number} connections
 * @property {number} threads of the client
 * @property {number} processes of the server, and the cores it gets
 * @property {number} [rate] requests per second, when open
 * @property {number} [pipeline] requests that are sent at once; 1 without it
 * @property {StoreName[]} [stores] that the servers ask: `redis`, `postgres`
 * @property {boolean} [tls] whether the servers speak TLS
 * @property {number} [maxDuration] seconds per round
 * @property {string} baseline the entry that ratios are printed against
 * @property {string[]} [smoke] the entries that a smoke run measures; all
 *   without it
 * @property {Entry[]} contenders
 */

/**
 * @typedef {object} ProgramEntry one line of the result: the program, called
 *   with arguments
 * @property {string} id
 * @property {string} name
 * @property {string[]} [args]
 * @property {StoreName[]} [stores] that it asks, in place of the definition's
 * @property {{ contender: string, package: string }} [version] of the package
 *   that it measures, and the contender that installs it
 */
/**
 * @typedef {object} ProgramDefinition a program of the chapter that measures
 *   by itself
 * @property {string} id
 * @property {string} title
 * @property {string} chapter
 * @property {string} folder of the chapter's code
 * @property {'program'} kind
 * @property {string} program from the chapter's folder
 * @property {string[]} needs contenders to be installed for it
 * @property {StoreName[]} [stores] that the program asks
 * @property {number} [duration] seconds per round, when not told
 * @property {boolean} [counts] what it prints is counted, not timed: one round
 *   says it
 * @property {number} [maxDuration] seconds per round
 * @property {string} baseline the entry that is 1.00 in the table
 * @property {ProgramEntry[]} contenders
 */
/** @typedef {Definition | ProgramDefinition} AnyDefinition */
/** @typedef {import('../stores/programs.js').StoreName} StoreName */

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
        return snapshotEntries(path.dirname(folder))
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
  const contenders = whole.contenders.map((/** @type {Entry} */ entry) => {
    const { needs = [], ...more } = each[entry.contender] ?? {}
    const all = [...(entry.needs ?? []), ...needs]
    return {
      ...entry,
      env: { ...env, ...entry.env },
      ...(all.length > 0 && { needs: all }),
      ...more,
    }
  })
  return { ...whole, contenders }
}

/**
 * An entry for each snapshot that has a router, from the oldest to the newest.
 *
 * @param {string} code the folder of the snapshots
 */
function snapshotEntries(code) {
  return velocySnapshots(code).map((snapshot) => ({
    id: snapshot,
    contender: 'velocy',
    name: `Velocy ${snapshot.slice(2)}`,
    snapshot,
  }))
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
  for (const name of ['connections', 'threads', 'processes']) {
    if (!(Number.isInteger(raw[name]) && raw[name] > 0)) {
      fail(`got ${name} ${raw[name]}, expected a positive integer`)
    }
  }
  const kind = raw.kind ?? 'closed'
  if (!['closed', 'open', 'idle', 'messages'].includes(kind)) {
    fail(`got kind "${kind}", expected closed, open, idle, messages or program`)
  }
  if (kind === 'open' && !(raw.rate > 0)) {
    fail(`got rate ${raw.rate}, expected requests per second`)
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
