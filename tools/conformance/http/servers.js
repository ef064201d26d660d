/** The servers that the cases are sent to, each with a handler that mirrors. */
import path from 'node:path'
import {
  contendersDir,
  loadContender,
  newestVelocy,
  resolveContender,
  setUpContender,
} from '../../bench/contenders.js'
import { certificate, startServer } from '../../bench/server.js'
import { cacheDir, root } from '../../lib/paths.js'
import * as toolchain from '../../processes/toolchain.js'

/**
 * @typedef {object} Server
 * @property {string} id
 * @property {string} name
 * @property {string} contender whose packages it needs
 * @property {() => (string | null)[]} command null: what it needs is missing
 * @property {Record<string, string>} [env]
 * @property {string} [leftOut] why it is not tried
 * @property {boolean} [secure] whether it speaks TLS
 * @property {boolean} [takesUpgrades] whether it can take upgrades and tunnels
 * @property {boolean} [losesTargets] whether its handler is told a URL that
 *   has been put in order, in place of the target as it was sent
 */

/** @param {string} folder @param {string} [program] */
const mirrorOf = (folder, program = 'mirror.js') =>
  path.join(contendersDir, folder, program)
const runner = path.join(contendersDir, 'run.js')

/** The package's own server of node:http. */
const example = path.join(
  root,
  'packages/http1-conformance/examples/node-http.js',
)

/** @param {string} program */
const onNode = (program) => () => [toolchain.node(26).path, runner, program]

/** @param {'net' | 'http'} engine @returns {Server} */
const velocy = (engine) => ({
  id: `velocy-${engine}`,
  name: `Velocy, engine ${engine}`,
  contender: 'velocy',
  command: () => [...onNode(mirrorOf('velocy'))(), newestVelocy()],
  env: { VELOCY_ENGINE: engine },
  takesUpgrades: true,
})

/** @type {Server[]} */
export const servers = [
  velocy('net'),
  {
    ...velocy('net'),
    id: 'velocy-net-tls',
    name: 'Velocy, engine net, TLS',
    secure: true,
    env: { VELOCY_ENGINE: 'net', ...certificate },
  },
  velocy('http'),
  {
    id: 'node-http',
    name: 'node:http',
    contender: 'node-http',
    command: onNode(example),
    takesUpgrades: true,
  },
  {
    id: 'express',
    name: 'Express',
    contender: 'express',
    command: onNode(mirrorOf('express')),
    takesUpgrades: true,
  },
  {
    id: 'fastify',
    name: 'Fastify',
    contender: 'fastify',
    command: onNode(mirrorOf('fastify')),
    takesUpgrades: true,
  },
  {
    id: 'bun',
    name: 'Bun.serve',
    contender: 'bun',
    command: () => [toolchain.bun().path, mirrorOf('bun')],
    losesTargets: true,
  },
  {
    id: 'deno',
    name: 'Deno',
    contender: 'deno',
    command: () => [
      'sh',
      '-c',
      `exec '${toolchain.deno().path}' serve --host $HOST --port $PORT '${mirrorOf('deno')}'`,
    ],
    losesTargets: true,
  },
  {
    id: 'uwebsockets',
    name: 'uWebSockets.js',
    contender: 'uwebsockets',
    command: () => [],
    leftOut:
      'the copy that runs here is 20.30.0, of 2023: it would be judged by what it was',
  },
  {
    id: 'go',
    name: 'Go',
    contender: 'go',
    command: () => [path.join(cacheDir, 'bench', 'go', 'server'), 'mirror'],
  },
]

/**
 * @param {Server} server
 * @param {(line: string) => void} report
 * @returns {Promise<{ reason: string, version: string }>} why it cannot run
 */
export async function prepare({ contender: id, leftOut }, report) {
  if (leftOut) return { reason: leftOut, version: '' }
  const contender = loadContender(id)
  const { reason, version } = resolveContender(contender)
  return {
    reason: reason || (await setUpContender(contender, report)),
    version,
  }
}

/**
 * @param {Server} server
 * @param {Record<string, string>} [more] of the environment
 */
export function start({ command, env = {} }, more = {}) {
  return startServer({
    command: command().map((part) => part ?? ''),
    env: { WORKERS: '1', ...env, ...more },
  })
}
