import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import test from 'node:test'
import { smallBook, temporaryProject } from '../testing/temporary-project.js'

/** Every number that can be a port, but those from 40 hundred to 4049. */
const numbers = Array.from({ length: 8000 }, (_, i) => 2000 + i)
  .filter((number) => number < 4000 || number >= 4050)
  .join(' ')

/** Takes all ports that there are, says how many, and holds them. */
const takeAll = `
import { freePorts } from './tools/transcripts/ports.js'
const taken = []
while (taken.length < 30 && await freePorts().then((one) => taken.push(one), () => false));
console.log(JSON.stringify(taken.flatMap(({ ports }) => ports)))
process.stdin.resume()
`

/** @param {ReturnType<typeof temporaryProject>} project */
async function takerIn(project) {
  const child = spawn(process.execPath, ['take.mjs'], { cwd: project.folder })
  const [text] = await once(child.stdout.setEncoding('utf8'), 'data')
  return { child, ports: JSON.parse(text) }
}

test('no port is a number of a page or a program, and no other run has it', async (t) => {
  const page = smallBook['src/ch01-bytes/README.md']
  const project = temporaryProject(
    {
      ...smallBook,
      'src/ch01-bytes/README.md': `${page}\n${numbers.slice(0, 20_000)}\n`,
      'code/ch01/lib/numbers.js': `// ${numbers.slice(19_995)}\n`,
      'take.mjs': takeAll,
    },
    t,
  )
  const first = await takerIn(project)
  assert.notEqual(first.ports.length, 0)
  for (const port of first.ports) assert.match(port, /^40[0-4]\d$/)
  /** @param {string} port */
  const isTaken = (port) => first.ports.includes(port)
  const second = await takerIn(project)
  assert.ok(!second.ports.some(isTaken), second.ports.join())
  first.child.kill()
  second.child.kill()
  await once(first.child, 'exit')
  const third = await takerIn(project)
  assert.ok(third.ports.some(isTaken), third.ports.join())
  third.child.kill()
})
