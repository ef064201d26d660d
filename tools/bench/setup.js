#!/usr/bin/env node
/** Installs and builds every contender that this machine can run. */
import { readArguments } from '../lib/arguments.js'
import { endChildrenOnSignal } from '../processes/run.js'
import {
  contenderIds,
  loadContender,
  resolveContender,
  setUpContender,
} from './contenders.js'

const help = `Usage: node tools/bench/setup.js [ID…]

Installs and builds the contenders (all, or the ones named) into their own
folders and .cache/bench. One that is ready is left alone. One that takes
minutes is left out unless it is named. A contender whose toolchain is missing
is reported and skipped; a build that fails is an error.`

const { positionals } = readArguments(help, { allowPositionals: true })

endChildrenOnSignal()
const ids = positionals.length > 0 ? positionals : contenderIds()
for (const id of ids) {
  const contender = loadContender(id)
  const needs = contender.needs.filter(
    (need) => need !== 'velocy' && !need.startsWith('file:'),
  )
  const { reason: missing } = resolveContender({
    ...contender,
    needs,
    version: {},
  })
  if (missing) {
    console.log(`${contender.name}: skipped: ${missing}`)
    continue
  }
  const quick = positionals.length === 0
  const failure = await setUpContender(contender, console.log, { quick })
  if (failure && quick && contender.slow) {
    console.log(`${contender.name}: left out: ${failure}`)
  } else if (failure) {
    console.error(`${contender.name}: ${failure}`)
    process.exitCode = 1
  } else {
    const what = contender.install ?? contender.build
    console.log(`${contender.name}: ${what ? 'ready' : 'nothing to install'}`)
  }
}
