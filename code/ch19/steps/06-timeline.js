import { play } from './06-cache.js'

const [control = ''] = process.argv.slice(2)

// The file changes at 40 s.
for (const { now, who, answer, isOld } of play(control, 40)) {
  const stops = answer.way.map(({ name, had, status }) =>
    name === 'origin' ? `origin ${status}` : `${name} ${had}`,
  )
  const time = `${now} s`.padStart(4)
  const version = `version ${answer.version}${isOld ? ', old' : ''}`
  console.log(`${time} ${who.padEnd(3)} ${stops.join(' → ')}: ${version}`)
}
