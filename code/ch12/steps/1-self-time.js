import { readFileSync } from 'node:fs'

/**
 * @typedef {object} Profile what --cpu-prof writes
 * @property {{ id: number, callFrame: { functionName: string, url: string,
 *   lineNumber: number } }[]} nodes a function, as called from another one
 * @property {number[]} samples ids of nodes, one for each look at the program
 * @property {number[]} timeDeltas µs from the look before
 */

const [file, rows = '8'] = process.argv.slice(2)
/** @type {Profile} */
const profile = JSON.parse(readFileSync(file, 'utf8'))
const nodes = new Map(profile.nodes.map((node) => [node.id, node.callFrame]))

/** @type {Map<string, number>} */
const times = new Map()
let total = 0
for (const [index, id] of profile.samples.entries()) {
  const { functionName, url, lineNumber } = nodes.get(id) ?? {}
  const file = url?.split('/').at(-1)
  const place = file ? ` ${file}:${(lineNumber ?? 0) + 1}` : ''
  const name = `${functionName || '(anonymous)'}${place}`
  const delta = profile.timeDeltas[index]
  times.set(name, (times.get(name) ?? 0) + delta)
  total += delta
}
const longest = [...times].sort(([, a], [, b]) => b - a)
for (const [name, time] of longest.slice(0, Number(rows))) {
  const share = ((100 * time) / total).toFixed(1).padStart(5)
  console.log(`${share} %  ${name}`)
}
