import { settingsOf } from '../lib/workers/options.js'
import { Place } from '../lib/workers/place.js'

const module = new URL('./16-nothing.js', import.meta.url)
const settings = settingsOf(module, { restartDelay: 20 })
// A place alone does not hold the process.
const hold = setInterval(() => {}, 1000)
let tries = 0
const place = new Place(settings, {
  changed() {
    console.log('it may be tried again')
    if (tries < 3) attempt()
  },
  answered() {},
  vacant() {},
})

async function attempt() {
  tries++
  try {
    await place.start()
  } catch (error) {
    const { code, cause } = /** @type {any} */ (error)
    console.log(`${tries}: ${code}, ${cause.code}`)
    if (tries === 3) clearInterval(hold)
  }
}

attempt()
