import { execFileSync } from 'node:child_process'
import { quote } from '../lib/processes/command.js'

const texts = ["it's", '$HOME `id`', 'a; rm -rf b', '*', '\\', '']
for (const text of texts) {
  const script = `printf %s ${quote(text)}`
  const seen = execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' })
  process.stdout.write(`${script.padEnd(30)} ${seen === text}\n`)
}
