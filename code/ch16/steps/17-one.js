import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Environment } from '../lib/processes/environment.js'
import { commandOf } from '../lib/processes/options.js'
import { Run } from '../lib/processes/run.js'
import { Zygote } from '../lib/processes/zygote.js'

export const directory = mkdtempSync(path.join(os.tmpdir(), 'one-'))
const environment = new Environment(process.env)

/** One shell, and nobody else. It is free once this resolves. */
export function openShell() {
  const { promise, resolve } = Promise.withResolvers()
  const zygote = new Zygote(
    {
      ...{ shell: '/bin/sh', directory, mark: 'MARK', onFree: resolve },
      onGone: () => rmSync(directory, { recursive: true, force: true }),
    },
    1,
  )
  return promise.then(() => zygote)
}

/**
 * @param {string} program an absolute path
 * @param {string[]} args
 * @param {import('../lib/processes/options.js').SpawnOptions} [options]
 */
export function runOf(program, args, options) {
  const command = commandOf(program, args, options)
  return new Run({ ...command, program }, environment)
}
