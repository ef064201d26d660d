/** Writes a list of 1,000 recordings. */
const BIRDS = ['tui', 'kaka', 'kokako', 'bellbird', 'fantail', 'saddleback']
const PLACES = ['by the creek', 'on the ridge', 'at the hut', 'in the rata']

let state = 1
const pick = (/** @type {number} */ count) => {
  state = (state * 48_271) % 2_147_483_647
  return state % count
}

const recordings = Array.from({ length: 1000 }, (_, id) => ({
  id,
  bird: BIRDS[pick(BIRDS.length)],
  place: PLACES[pick(PLACES.length)],
  seconds: 20 + pick(600),
  heard: new Date(1.76e12 + pick(2 ** 31) * 10).toISOString(),
}))
console.log(JSON.stringify(recordings))
