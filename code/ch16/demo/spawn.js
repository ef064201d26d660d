import { spawn } from '../lib/processes/index.js'

/** @import { Router } from '../lib/index.js' */
/** @import { ChildProcess } from '../lib/processes/index.js' */

/**
 * Runs a program for each request, and answers with what it writes.
 *
 * @param {Router} router
 */
export function runPrograms(router) {
  router.get('/spawn', () =>
    outputOf(spawn('echo', ['hi'], { stdio: ['ignore', 'pipe', 'ignore'] })),
  )
}

/**
 * What a program writes, as one text: for one that does not write much.
 *
 * @param {ChildProcess} child
 * @returns {Promise<string>}
 */
export function outputOf(child) {
  /** @type {Buffer[]} */
  const chunks = []
  return new Promise((resolve, reject) => {
    // There may be no room for it: then its status is 503.
    child.on('error', reject)
    child.stdout?.on('data', (chunk) => chunks.push(chunk))
    child.stdout?.on('end', () => resolve(Buffer.concat(chunks).toString()))
  })
}
