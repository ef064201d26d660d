const url = 'http://localhost:8080'

/** How long an answer takes, in ms. @param {string} path */
async function time(path) {
  const start = performance.now()
  await (await fetch(url + path)).text()
  return performance.now() - start
}

await time('/hello')
const alone = await time('/hello')
const [computing, beside] = await Promise.all([
  time('/primes/3000000'),
  time('/hello'),
])
console.log('hello alone was faster than the primes:', alone < computing)
console.log('hello beside it waited for the primes:', beside > computing / 2)
