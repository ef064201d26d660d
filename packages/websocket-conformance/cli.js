#!/usr/bin/env node
/** Sends the cases to one server: websocket-conformance --help */
import { parseArgs } from 'node:util'
import { reportLines, tryAll } from './run.js'

const help = `Usage: websocket-conformance [options] HOST:PORT[/PATH]

Sends 517 cases to a server of WebSocket that sends each message back.

  --case NUMBERS   only cases whose number begins so, such as 6 or 9.1
  --messages N     the most messages of a case; of 228, 1000 are the rule
  --patience MS    how long the server may be silent (3000)
  --json           print each case as JSON
  -h, --help

A case is strict if the server did what RFC 6455 and RFC 7692 say, non-strict if
it did so late or closed untidily, open if they leave open what to do.

Exit status: 0, 1 where a case has failed, 2 where none could be tried.
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    case: { type: 'string', default: '' },
    messages: { type: 'string', default: '1000' },
    patience: { type: 'string', default: '3000' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

async function main() {
  if (values.help) return process.stdout.write(help)
  const [, host, port, path] =
    /^(?:ws:\/\/)?(.*?):(\d+)(\/.*)?$/.exec(positionals[0] ?? '') ?? []
  if (port === undefined) {
    throw new Error(`got ${positionals[0] ?? 'no server'}, expected HOST:PORT`)
  }
  const verdicts = await tryAll({
    host: host || '127.0.0.1',
    port: Number(port),
    path,
    filter: values.case && `${values.case}.`,
    messages: Number(values.messages),
    patience: Number(values.patience),
  })
  if (verdicts.length === 0) throw new Error('no case has such a number')
  const lines = values.json
    ? [JSON.stringify(verdicts, null, 2)]
    : reportLines(verdicts)
  console.log(lines.join('\n'))
  if (verdicts.some(({ mark }) => mark === 'failed')) process.exitCode = 1
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
