const sky = new URL('/sky', process.argv[2] ?? 'http://localhost:8080')
/** @type {Record<string, number>} */
const answers = { kudu: 0, oryx: 0 }
let left = 200

async function phone() {
  while (left-- > 0) {
    const response = await fetch(sky)
    const [machine] = (await response.text()).split(':')
    answers[machine] = (answers[machine] ?? 0) + 1
  }
}

const start = performance.now()
await Promise.all(Array.from({ length: 10 }, phone))
const seconds = (performance.now() - start) / 1000
console.log(answers, `in ${seconds.toFixed(1)} s`)
