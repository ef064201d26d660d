import { startMachine, startProxy } from './machines.js'

const names = ['kudu', 'oryx']
const machines = await Promise.all(
  names.map((name) => startMachine(name, 'steps/10-identified.js')),
)
const edge = await startProxy('steps/10-ids.cfg', machines, {
  BALANCE: 'roundrobin',
})

/** What a visitor sees who books two seats. */
async function book() {
  const answer = await fetch(`${edge.url}/bookings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-request-id': 'mine' },
    body: '{"seats":2}',
  })
  return [answer.status, answer.headers.get('x-request-id')]
}

const answers = await Promise.all([book(), book(), book(), book()])
const [status, id] = answers.find(([status]) => status === 500) ?? []
console.log(`A visitor got a ${status}, and the id ${id}`)

for (const machine of machines) {
  const ends = () => machine.lines.filter((line) => /"request"/.test(line))
  await machine.until(() => ends().length === 2)
}
const lines = machines.flatMap(({ lines }) => lines)
const hits = lines.filter((line) => line.includes(`${id}`))
for (const { machine, msg } of hits.map((line) => JSON.parse(line))) {
  console.log(`${machine}: ${msg}`)
}
console.log(`${hits.length} of ${lines.length} lines are about it`)
process.exit()
