/**
 * Carries a change in one chapter's code through the later chapters:
 *
 *     node tools/forward-port/cli.js ch01 [file …] [--dry-run]
 */
import { readArguments, refuse } from '../lib/arguments.js'
import { forwardPort, PortError } from './forward-port.js'

const usage = `Usage: node tools/forward-port/cli.js chNN [file …] [--dry-run]

Merges what differs from the last commit in code/chNN (or in these files of it)
into the same files of each later chapter, and stops at a conflict.`

try {
  const { values, positionals } = readArguments(usage, {
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean', default: false } },
  })
  const [id, ...files] = positionals
  if (id === undefined) {
    refuse(usage, 'got no chapter, expected the one that differs: ch08')
  } else {
    const isDry = values['dry-run']
    let steps = 0
    const { changed, carried } = forwardPort(id, files, {
      isDry,
      onStep({ file, outcome }) {
        steps += 1
        console.log(
          outcome === 'ends'
            ? `  ends       ${file} does not exist, so the change stops before it`
            : `  ${outcome.padEnd(9)}  ${file}`,
        )
      },
    })
    console.log(
      changed === 0
        ? `code/${id} does not differ from the last commit: change it first, and commit when the change is in every chapter. What is committed already: git reset --soft HEAD~1`
        : steps === 0
          ? `forward-port: no chapter after ${id} has code yet`
          : carried === 0
            ? 'forward-port: nothing to carry, the later chapters have the change'
            : `forward-port: ${isDry ? 'would carry' : 'carried'} ${carried} ${carried === 1 ? 'file' : 'files'} forward${isDry ? '' : '. Now run scripts/verify.sh --quick'}`,
    )
  }
} catch (error) {
  console.error(error instanceof PortError ? error.message : error)
  process.exitCode = 1
}
