import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ChildProcess } from '../lib/processes/child.js'
import { commandOf, findProgram } from '../lib/processes/command.js'
import { Zygote } from '../lib/processes/zygote.js'

export const folder = mkdtempSync(path.join(os.tmpdir(), 'one-'))

/** One shell without a pool. It's free once this resolves. */
export function openShell() {
  /** @type {PromiseWithResolvers<Zygote>} */
  const { promise, resolve } = Promise.withResolvers()
  const onGone = () => rmSync(folder, { recursive: true, force: true })
  const { env } = process
  new Zygote({
    shell: '/bin/sh',
    env,
    folder,
    mark: 'MARK',
    onFree: resolve,
    onGone,
  })
  return promise
}

/**
 * @param {string} file
 * @param {string[]} args
 * @param {import('../lib/processes/command.js').SpawnOptions} [options]
 */
export function makeChild(file, args, options) {
  const command = commandOf(file, args, options)
  command.program = findProgram(command)
  return new ChildProcess(command)
}
