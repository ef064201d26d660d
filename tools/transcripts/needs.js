/** What a transcript may need, and not every system has. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { codeDir } from '../lib/paths.js'
import { firstThatRuns, haproxy, nginx } from '../processes/toolchain.js'

const openssl = () =>
  firstThatRuns(['openssl'], 'openssl is not on PATH; install it', {
    args: ['version'],
  })

/** Packages that a page's reader installs, where a contender has them. */
export const packages = path.join(
  codeDir,
  'contenders/npm-opentelemetry/node_modules',
)

const opentelemetry = () => ({
  reason: existsSync(packages)
    ? ''
    : 'OpenTelemetry is not installed; run node tools/bench/setup.js npm-opentelemetry',
})

const programs = { haproxy, nginx, openssl, opentelemetry }

/** @typedef {keyof typeof programs} ProgramName */

export const programNames = /** @type {ProgramName[]} */ (Object.keys(programs))

/**
 * @param {ProgramName[]} names
 * @returns {string} why some of them can't run, as one line; '' if all can
 */
export const whyMissing = (names) =>
  names
    .map((name) => programs[name]().reason)
    .filter(Boolean)
    .join('; ')
