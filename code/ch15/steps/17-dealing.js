import { freest, placeOf } from '../lib/workers/dealing.js'
import { settingsOf } from '../lib/workers/options.js'
import { Place } from '../lib/workers/place.js'
import { TaskQueue } from '../lib/workers/queue.js'

const events = { changed() {}, answered() {}, vacant() {} }
const settings = settingsOf(new URL('./08-tasks.js', import.meta.url))
const places = [1, 2].map(() => new Place(settings, events))

for (const key of ['Ios', 'Syros', 'Ios']) {
  console.log(`${key}: place ${places.indexOf(placeOf(key, places)) + 1}`)
}
console.log('no thread yet:', freest(places, new TaskQueue()))
