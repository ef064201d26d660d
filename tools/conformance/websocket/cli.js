#!/usr/bin/env node
/**
 * Sends the cases of Autobahn's test suite to servers of WebSocket:
 *
 *     node tools/conformance/websocket/cli.js --server velocy-net
 */
import path from 'node:path'
import {
  count,
  groups,
  marks,
  reportLines,
  tryAll,
} from '../../../packages/websocket-conformance/run.js'
import { contendersDir, newestVelocy } from '../../bench/contenders.js'
import { readArguments } from '../../lib/arguments.js'
import * as toolchain from '../../processes/toolchain.js'
import { counted, publish } from '../http/publish.js'
import { prepare, start } from '../http/servers.js'

/** @import { Verdict } from '../../../packages/websocket-conformance/run.js' */
/** @import { Server } from '../http/servers.js' */

/** @param {string} program @param {string[]} args */
const node =
  (program, ...args) =>
  () => [
    toolchain.node(26).path,
    path.join(contendersDir, 'run.js'),
    path.join(contendersDir, program),
    ...args,
  ]

/** @param {'net' | 'http'} engine @returns {Server} */
const velocy = (engine) => ({
  id: `velocy-${engine}`,
  name: `Velocy, engine ${engine}`,
  contender: 'velocy',
  command: () => node('velocy/websocket.js', newestVelocy())(),
  env: { VELOCY_ENGINE: engine },
})

/** @type {Server[]} */
const servers = [
  velocy('net'),
  velocy('http'),
  {
    id: 'ws',
    name: 'ws',
    contender: 'realtime',
    command: node('realtime/conformance.js'),
  },
]

const help = `Usage: node tools/conformance/websocket/cli.js [options]

  --server a,b   only these: ${servers.map(({ id }) => id).join(', ')}
  --case NUMBER  only cases whose number begins so, such as 6 or 9.1
  --messages N   the most messages of a case (1000)
  --strict a,b   exit status 1 when one of these isn't strict in all cases
  --publish      write results/ch20-autobahn.json
  -h, --help`

const { values: options } = readArguments(help, {
  options: {
    server: { type: 'string', default: servers.map(({ id }) => id).join(',') },
    case: { type: 'string', default: '' },
    messages: { type: 'string', default: '1000' },
    strict: { type: 'string', default: '' },
    publish: { type: 'boolean' },
  },
})

/** @param {Verdict[]} verdicts @returns {Record<string, number>} */
function countsOf(verdicts) {
  /** @type {Record<string, number>} */
  const counts = { 'count.cases': verdicts.length }
  for (const mark of marks) {
    const name = mark.replace(' ', '-')
    counts[`count.${name}`] = count(verdicts, mark)
    for (const group of groups) {
      counts[`count.${group}.${name}`] = count(verdicts, mark, group)
    }
  }
  return counts
}

/** @param {Server} server */
async function resultOf(server) {
  const { id, name } = server
  const { reason, version } = await prepare(server, console.log)
  if (reason) {
    console.log(`\n${name}: skipped: ${reason}`)
    return { id, name, status: 'skipped', reason }
  }
  const { port, stop } = await start(server)
  try {
    const begin = performance.now()
    const verdicts = await tryAll({
      port,
      filter: options.case && `${options.case}.`,
      messages: Number(options.messages),
    })
    const seconds = (performance.now() - begin) / 1000
    console.log(`\n${name} (${seconds.toFixed(1)} s)`)
    console.log(reportLines(verdicts).join('\n'))
    const differing = verdicts.filter(({ mark }) => mark !== 'strict')
    const isBad = differing.some(({ mark }) => mark !== 'open')
    if (isBad && options.strict.split(',').includes(id)) process.exitCode = 1
    return counted(id, name, countsOf(verdicts), { version, differing })
  } finally {
    await stop()
  }
}

async function main() {
  const contenders = []
  for (const server of servers) {
    if (!options.server.split(',').includes(server.id)) continue
    contenders.push(await resultOf(server))
  }
  if (!options.publish) return
  publish({
    id: 'ch20-autobahn',
    chapter: 'ch20',
    program: 'websocket/cli.js',
    contenders,
    title: 'What servers of WebSocket make of the cases of Autobahn',
    settings: { messages: Number(options.messages) },
  })
}

await main()
