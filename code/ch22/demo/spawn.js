import { spawn } from '../lib/processes/index.js'

/** @import { Router } from '../lib/index.js' */
/** @import { ChildProcess } from '../lib/processes/index.js' */

/**
 * Runs a program for each request, and answers with its output.
 *
 * @param {Router} router
 */
export function runPrograms(router) {
  router.get('/spawn', () =>
    outputOf(spawn('echo', ['hi'], { stdio: ['ignore', 'pipe', 'ignore'] })),
  )
}

/**
 * The output of a program, as one text. Use the stream where it may be large.
 *
 * @param {ChildProcess} child
 * @returns {Promise<string>}
 */
export function outputOf(child) {
  /** @type {Buffer[]} */
  const chunks = []
  return new Promise((resolve, reject) => {
    // A pool that is full has an error of status 503.
    child.on('error', reject)
    child.stdout?.on('data', (chunk) => chunks.push(chunk))
    child.stdout?.on('end', () => resolve(Buffer.concat(chunks).toString()))
  })
}
