import { leastConnections, roundRobin } from '../steps/06-schedule.js'

for (const schedule of [roundRobin(), leastConnections]) {
  const helpers = [2, 0, 1].map((busy) => ({ busy }))
  const chosen = []
  for (let request = 0; request < 4; request++) {
    const helper = schedule(helpers)
    helper.busy++
    chosen.push(helpers.indexOf(helper))
  }
  console.log(chosen.join(' '))
}
