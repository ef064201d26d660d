import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { setTimeout as delay } from 'node:timers/promises'

process.on('SIGUSR2', async () => {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.start')
  await delay(1000)
  const { profile } = await session.post('Profiler.stop')
  session.disconnect()
  // What a function is called may be nobody else's business.
  const options = { mode: 0o600 }
  writeFileSync('kudu.cpuprofile', JSON.stringify(profile), options)
})
