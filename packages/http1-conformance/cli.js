#!/usr/bin/env node
/** Sends the cases to one server: http1-conformance --help */
import { parseArgs } from 'node:util'
import { areaNames, rows } from './cases/index.js'
import { count, notMirrored, reportLines, tryAll } from './run.js'
import { startServer } from './start.js'

/** @import { Tried } from './run.js' */

const help = `Usage: http1-conformance [options] HOST:PORT
       http1-conformance [options] -- COMMAND

Sends ${rows.length} requests, right and wrong ones, to a server of HTTP/1.1 that tells in its
answers what its handler has seen (see the README). A COMMAND is started with
HOST and PORT in its environment, and ended afterwards.

  --case TEXT         only cases whose name contains it
  --area NAME         only those of one area: ${areaNames.slice(0, 4).join(', ')},
                      ${areaNames.slice(4).join(', ')}
  --patience MS       how long the server may be silent (1500)
  --tls               the server speaks TLS; its certificate isn't checked
  --upgrades          only the cases for a server that takes upgrades and tunnels
  --rewritten-targets the handler is told a URL that has been put in order, not
                      the target as it was sent
  --verbose           also say what was noted
  --json              print the result as JSON
  -h, --help

A case has failed when the server did otherwise than an RFC demands (MUST), or
was silent, or its answer was none. It is noted when it is against a SHOULD.

Exit status: 0, 1 where a case has failed, 2 where none could be tried.
`

/** @param {string} text @returns {{ host: string, port: number } | null} */
function placeOf(text) {
  const [, host, port] = /^(?:https?:\/\/)?(.*?):?(\d+)\/?$/.exec(text) ?? []
  return port === undefined ? null : { host: host || '127.0.0.1', port: +port }
}

/** @param {Tried[]} tried @returns {string[]} lines */
function table(tried) {
  const width = Math.max(...areaNames.map((name) => name.length))
  const marks = /** @type {const} */ (['passed', 'failed', 'noted'])
  /** @param {string} name @param {(string | number)[]} cells */
  const line = (name, cells) =>
    [name.padEnd(width), ...cells.map((one) => String(one).padStart(8))].join(
      '',
    )
  const areas = areaNames
    .map((name) => ({
      name,
      own: tried.filter(({ row }) => row.area === name),
    }))
    .filter(({ own }) => own.length > 0)
  return [
    line('', ['cases', ...marks]),
    ...[...areas, { name: 'all', own: tried }].map(({ name, own }) =>
      line(name, [own.length, ...marks.map((mark) => count(own, mark))]),
    ),
  ]
}

/** @param {Tried[]} tried @returns {string} */
function asJson(tried) {
  const cases = tried.map(({ row, verdict }) => ({
    area: row.area,
    name: row.name,
    rule: row.is,
    ...verdict,
  }))
  const [passed, failed, noted] = /** @type {const} */ ([
    'passed',
    'failed',
    'noted',
  ]).map((mark) => count(tried, mark))
  return JSON.stringify({ passed, failed, noted, cases }, null, 2)
}

/**
 * @param {{ host?: string, port: number }} place
 * @param {ReturnType<typeof read>['values']} options
 * @returns {Promise<number>} exit status
 */
async function tryServer(place, options) {
  const server = {
    ...place,
    secure: options.tls,
    patience: Number(options.patience),
    keepsTargets: !options['rewritten-targets'],
  }
  const chosen = rows
    .filter(({ name }) => name.includes(options.case))
    .filter(({ area }) => !options.area || area === options.area)
    .filter(({ needs }) => Boolean(needs) === options.upgrades)
  if (chosen.length === 0) throw new Error('no case has such a name and area')
  const got = await notMirrored(server)
  if (got) {
    throw new Error(
      `GET /mirror: got ${got}, expected 200 and {"method":"GET","target":"/mirror",…}: the server has to tell what it has seen, see the README`,
    )
  }
  const tried = await tryAll(chosen, server)
  const lines = [...reportLines(tried, options.verbose), ...table(tried)]
  console.log(options.json ? asJson(tried) : lines.join('\n'))
  return count(tried, 'failed') > 0 ? 1 : 0
}

function read() {
  const { values, positionals, tokens } = parseArgs({
    allowPositionals: true,
    tokens: true,
    options: {
      case: { type: 'string', default: '' },
      area: { type: 'string' },
      patience: { type: 'string', default: '1500' },
      tls: { type: 'boolean', default: false },
      upgrades: { type: 'boolean', default: false },
      'rewritten-targets': { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const isCommand = tokens.some(({ kind }) => kind === 'option-terminator')
  const place = isCommand ? null : placeOf(positionals[0] ?? '')
  if (!values.help && (isCommand ? positionals.length === 0 : !place)) {
    throw new Error(
      `got ${positionals[0] ?? 'no server'}, expected HOST:PORT or -- COMMAND; --help says more`,
    )
  }
  return { values, place, command: positionals }
}

/** @returns {Promise<number>} exit status */
async function main() {
  const { values, place, command } = read()
  if (values.help) {
    process.stdout.write(help)
    return 0
  }
  if (place) return tryServer(place, values)
  const { port, stop } = await startServer(command)
  try {
    return await tryServer({ port }, values)
  } finally {
    stop()
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
