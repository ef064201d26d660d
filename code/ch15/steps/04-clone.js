class Boat {
  #seats = 90
  /** @param {string} name */
  constructor(name) {
    this.name = name
  }
  get seats() {
    return this.#seats
  }
}

const boat = new Boat('Artemis')
/** @type {any} */
const list = { boat, boats: new Map([['ios', boat]]), today: new Date(0) }
list.self = list

const copy = structuredClone(list)
console.log('a cycle stays one:', copy.self === copy)
console.log('one boat stays one:', copy.boats.get('ios') === copy.boat)
console.log('still a Date:', copy.today instanceof Date)
console.log('still a Boat:', copy.boat instanceof Boat, copy.boat)
console.log('seats:', copy.boat.seats)

try {
  structuredClone({ name: 'Artemis', sail() {} })
} catch (error) {
  console.log(String(error))
}
