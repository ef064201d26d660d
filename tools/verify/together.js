#!/usr/bin/env node
/**
 * Runs test files in one process for the files of a folder, rather than one
 * for each: half of the time of many is spent on starting.
 *
 *     node tools/verify/together.js PROGRAM FILE …
 *
 * A file that says `// @alone` has a process to itself. Ends with the totals
 * of all, and with status 1 when one of the processes failed.
 */
import path from 'node:path'
import { isAlone } from '../page-tests/suite.js'
import { endChildrenOnSignal, run } from '../processes/run.js'
import { reporter } from './plans.js'
import { total, totals } from './runner.js'

/**
 * @param {string[]} files absolute paths
 * @returns {string[][]} the files of each process
 */
function processesFor(files) {
  /** @type {Map<string, string[]>} */
  const processes = new Map()
  for (const file of files) {
    const key = isAlone(file) ? file : path.dirname(file)
    processes.set(key, [...(processes.get(key) ?? []), file])
  }
  return [...processes.values()]
}

endChildrenOnSignal()
const [program, ...files] = process.argv.slice(2)
/** @type {Record<string, number>} */
const sums = {}
for (const own of processesFor(files)) {
  const args = ['--test', '--test-isolation=none', reporter]
  const { status, failure, output } = await run(program, [...args, ...own], {
    timeout: Infinity,
  })
  process.stdout.write(failure ? `${failure}\n` : output.replace(total, ''))
  if (failure || status !== 0) process.exitCode = 1
  const counts = totals(output)
  // Of a process that ran no test the others would hide it.
  if (!counts.tests) {
    console.log(`${own.join(' ')}: ran no test, ended with ${status}`)
    process.exitCode = 1
  }
  for (const [name, count] of Object.entries(counts)) {
    sums[name] = (sums[name] ?? 0) + count
  }
}
for (const [name, count] of Object.entries(sums)) {
  console.log(`ℹ ${name} ${Math.round(count)}`)
}
