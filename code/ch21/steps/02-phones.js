const [url = 'http://localhost:8080/sky'] = process.argv.slice(2)
/** @type {Record<string, number>} */
const answers = {}
const start = performance.now()

let left = 200
async function phone() {
  while (left-- > 0) {
    const response = await fetch(url)
    const [machine] = (await response.text()).split(':')
    answers[machine] = (answers[machine] ?? 0) + 1
  }
}
await Promise.all(Array.from({ length: 10 }, phone))

const seconds = (performance.now() - start) / 1000
console.log(answers, `in ${seconds.toFixed(1)} s`)
