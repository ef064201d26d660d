/**
 * Carries a change in one chapter's code through the later chapters:
 *
 *     node tools/forward-port/cli.js ch01 [file …]
 */
import { readArguments, refuse } from '../lib/arguments.js'
import { counted } from '../lib/message.js'
import { forwardPort, PortError } from './forward-port.js'

const usage = `Usage: node tools/forward-port/cli.js chNN [file …]

Merges what differs from the last commit in code/chNN (or in these files of it)
into the same files of each later chapter, and stops at a conflict.`

const { positionals } = readArguments(usage, { allowPositionals: true })
const [id, ...files] = positionals
if (id === undefined) {
  refuse(usage, 'got no chapter, expected the one that differs: ch08')
}
try {
  const { changed, carried } = forwardPort(id, files, ({ file, outcome }) =>
    console.log(
      outcome === 'ends'
        ? `  ends       ${file} does not exist, so the change stops before it`
        : `  ${outcome.padEnd(9)}  ${file}`,
    ),
  )
  console.log(
    changed === 0
      ? `code/${id} does not differ from the last commit: change it first, and commit when the change is in every chapter. What is committed already: git reset --soft HEAD~1`
      : carried === 0
        ? 'forward-port: nothing to carry, the later chapters have the change'
        : `forward-port: carried ${counted(carried, 'file')} forward. Now run scripts/verify.sh --quick`,
  )
} catch (error) {
  console.error(error instanceof PortError ? error.message : error)
  process.exitCode = 1
}
