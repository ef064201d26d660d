import { Pipes } from '../lib/processes/pipes.js'

const pipes = new Pipes('/tmp/velocy', 1)
console.log(pipes.script)

// Of a command that has no streams, nothing has to be opened.
const { redirections } = pipes.open(
  /** @type {any} */ ({ input: null, outputs: [null, null] }),
)
console.log('/bin/true', redirections)
