import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { setTimeout as delay } from 'node:timers/promises'

process.on('SIGUSR2', async () => {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.start')
  await delay(1000)
  /** @type {any} */
  const { profile } = await session.post('Profiler.stop')
  session.disconnect()
  // What a function is called may be nobody else's business.
  const options = { mode: 0o600 }
  writeFileSync('kudu.cpuprofile', JSON.stringify(profile), options)

  let [top] = profile.nodes
  for (const node of profile.nodes) if (node.hitCount > top.hitCount) top = node
  const { functionName, lineNumber } = top.callFrame
  const share = `${top.hitCount} of ${profile.samples.length} samples`
  console.log(`${share} in ${functionName}, line ${lineNumber + 1}`)
})
