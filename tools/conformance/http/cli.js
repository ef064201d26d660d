#!/usr/bin/env node
/**
 * Sends the table of cases to servers, and prints what each made of them.
 *
 *     node tools/conformance/http/cli.js --server velocy-net
 */
import {
  areaNames,
  rows,
} from '../../../packages/http1-conformance/cases/index.js'
import {
  count,
  notMirrored,
  reportLines,
  tryAll,
} from '../../../packages/http1-conformance/run.js'
import { readArguments } from '../../lib/arguments.js'
import { isDeviation } from './deviations.js'
import { counted, publish } from './publish.js'
import { prepare, servers, start } from './servers.js'

/** @import { Row } from '../../../packages/http1-conformance/cases/index.js' */
/** @import { Tried } from '../../../packages/http1-conformance/run.js' */
/** @import { Mark } from '../../../packages/http1-conformance/verdict.js' */
/** @import { Server } from './servers.js' */

const help = `Usage: node tools/conformance/http/cli.js [options]

  --server a,b     only these: ${servers.map(({ id }) => id).join(', ')}
  --case TEXT      only cases whose name contains it
  --area NAME      only those of one area: ${areaNames.join(', ')}
  --patience MS    how long a server may be silent (1500)
  --strict a,b     exit status 1 when one of these fails a case
  --verbose        also say what was noted
  --publish        write results/ch13-conformance.json
  -h, --help

A case has failed when the server did otherwise than an RFC demands (MUST), or
was silent, or its answer was none. It is noted when it is against a SHOULD.`

const { values: options } = readArguments(help, {
  options: {
    server: { type: 'string' },
    case: { type: 'string', default: '' },
    area: { type: 'string' },
    patience: { type: 'string', default: '1500' },
    strict: { type: 'string', default: '' },
    verbose: { type: 'boolean' },
    publish: { type: 'boolean' },
  },
})

/**
 * @param {Server} server
 * @param {Row[]} chosen
 * @returns {Promise<Tried[]>}
 */
async function tryServer(server, chosen) {
  const tried = []
  /** @type {{ needs?: 'upgrade', env: Record<string, string> }[]} */
  const groups = [{ env: {} }]
  if (server.takesUpgrades) {
    groups.push({ needs: 'upgrade', env: { UPGRADES: '1' } })
  }
  for (const { needs, env } of groups) {
    const group = chosen.filter((row) => row.needs === needs)
    if (group.length === 0) continue
    const { port, stop, group: child } = await start(server, env)
    try {
      const patience = Number(options.patience)
      const keepsTargets = !server.losesTargets
      const place = { port, patience, keepsTargets, secure: server.secure }
      const got = await notMirrored(place)
      // A program that is built from an older source would fail most cases.
      if (got) {
        throw new Error(
          `${server.name} does not tell what it has seen: got ${got}. Remove .cache/bench/${server.contender}.stamp, so that it is built again`,
        )
      }
      tried.push(...(await tryAll(group, place)))
      if (child.ending)
        throw new Error(`it ended: ${child.ending}\n${child.output}`)
    } finally {
      await stop()
    }
  }
  return tried
}

/** @param {Tried[]} tried @param {string} area */
function namesOf(tried, area) {
  /** @param {Mark} mark */
  const names = (mark) =>
    tried
      .filter(({ row, verdict }) => row.area === area && verdict.mark === mark)
      .map(({ row }) => row.name)
      .sort()
  return { failed: names('failed'), noted: names('noted') }
}

/** @param {Tried[]} tried @returns {Record<string, number>} */
function countsOf(tried) {
  /** @type {Record<string, number>} */
  const counts = { 'count.cases': tried.length }
  for (const mark of /** @type {Mark[]} */ (['passed', 'failed', 'noted'])) {
    counts[`count.${mark}`] = count(tried, mark)
    for (const area of areaNames) {
      const within = tried.filter(({ row }) => row.area === area)
      counts[`count.${area}.${mark}`] = count(within, mark)
    }
  }
  return counts
}

/** @param {Server} server @param {Row[]} chosen */
async function resultOf(server, chosen) {
  const { id, name } = server
  const { reason, version } = await prepare(server, console.log)
  if (reason) {
    console.log(`\n${name}: skipped: ${reason}`)
    return { tried: [], result: { id, name, status: 'skipped', reason } }
  }
  const begin = performance.now()
  const tried = await tryServer(server, chosen)
  const counts = countsOf(tried)
  const differing = Object.fromEntries(
    areaNames.map((area) => [area, namesOf(tried, area)]),
  )
  const seconds = (performance.now() - begin) / 1000
  const result = counted(id, name, counts, { version, differing })
  report(server, tried, seconds)
  return { tried, result }
}

/** @param {Server} server @param {Tried[]} tried @param {number} seconds */
function report({ id, name }, tried, seconds) {
  console.log(
    `\n${name}: ${tried.length} cases, ${count(tried, 'passed')} passed, ${count(tried, 'failed')} failed, ${count(tried, 'noted')} noted (${seconds.toFixed(1)} s)`,
  )
  // Beside one that is strict, the others are there to compare.
  if (options.strict && !options.strict.split(',').includes(id)) return
  for (const line of reportLines(tried, options.verbose)) console.log(line)
}

async function main() {
  const ids = options.server?.split(',')
  const chosenServers = servers.filter(({ id }) => !ids || ids.includes(id))
  const chosen = rows.filter(
    ({ name, area }) =>
      name.includes(options.case) && (!options.area || area === options.area),
  )
  if (chosenServers.length === 0 || chosen.length === 0) {
    console.error(`Nothing to try.\n\n${help}`)
    process.exitCode = 2
    return
  }
  const contenders = []
  for (const server of chosenServers) {
    const { tried, result } = await resultOf(server, chosen)
    contenders.push(result)
    const isStrict = options.strict.split(',').includes(server.id)
    if (isStrict && !isFine(tried)) process.exitCode = 1
  }
  if (!options.publish) return
  publish({
    id: 'ch13-conformance',
    program: 'http/cli.js',
    contenders,
    title: 'What servers make of HTTP/1.1, right and wrong',
    values: { cases: { value: rows.length, unit: '' } },
  })
}

/**
 * Whether a server has done all that it should: no case has failed, and those
 * that are noted are known.
 *
 * @param {Tried[]} tried
 */
function isFine(tried) {
  let isAll = tried.length > 0
  for (const { row, verdict } of tried) {
    const isNoted = verdict.mark === 'noted'
    if (verdict.mark === 'failed') isAll = false
    else if (isNoted !== isDeviation(row.name)) {
      isAll = false
      const what = isNoted ? 'is noted: why is it not' : 'has passed: why is it'
      console.log(`  ${row.name} ${what} in deviations.js?`)
    }
  }
  return isAll
}

await main()
