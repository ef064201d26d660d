import { findProgram } from '../lib/processes/lookup.js'

const PATH = '/nowhere:/usr/bin:/bin'
for (const file of ['env', './env', 'no-such-program', '/etc/passwd']) {
  const found = findProgram(file, PATH, '/usr/bin')
  console.log(file.padEnd(15), found instanceof Error ? found.message : found)
}
