#!/usr/bin/env node
/** Who is ahead of Velocy, and where: node tools/bench/losses.js */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { readArguments } from '../lib/arguments.js'
import { resultsDir } from '../lib/paths.js'
import { lossesOf } from '../results/losses.js'
import { loadResult } from '../results/results.js'

const help = `Usage: node tools/bench/losses.js [id]…

Lists who is ahead of Velocy, on its own engine, in every round of a published
result, and how many times as good they are: the median of the rounds' ratios.
`

const { positionals } = readArguments(help, { allowPositionals: true })
const ids =
  positionals.length > 0
    ? positionals
    : readdirSync(resultsDir)
        .filter((name) => /^(ch\d\d|velocy)-.*\.json$/.test(name))
        .map((name) => path.basename(name, '.json'))
        .sort()

let compared = 0
let lost = 0
for (const id of ids) {
  const result = loadResult(id)
  if (!result) throw new Error(`${id}: no such result in ${resultsDir}`)
  const { pairs, losses } = lossesOf(result)
  compared += pairs
  for (const { ours, metric, ahead } of losses) {
    lost += ahead.length
    const who = ahead.map((one) => `${one.id} ${one.ratio.toFixed(2)}`)
    console.log(`${id}  ${ours}  ${metric}: ${who.join(', ')}`)
  }
}
console.log(
  `Of ${compared} comparisons, somebody is ahead of us in ${lost}, in every round`,
)
