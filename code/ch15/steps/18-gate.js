import { Gate } from '../lib/workers/gate.js'

let inside = 0
const gate = new Gate(() => 2 - inside)

for (const name of ['Paros', 'Naxos', 'Ios']) {
  gate.enter().then(() => {
    inside++
    console.log(`${name} is in`)
  })
}

setImmediate(() => {
  inside--
  console.log('one leaves')
  gate.letIn()
})
