import http from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * The same work, which lets the others in after 5 ms.
 *
 * @param {number} ms
 */
async function work(ms) {
  for (let done = 0; done < ms; done += 5) {
    const end = performance.now() + 5
    while (performance.now() < end);
    await nextTurn()
  }
}

http
  .createServer(async (req, res) => {
    if (req.url === '/report') await work(2000)
    res.end(`${req.url} answered\n`)
  })
  .listen(Number(process.env.PORT ?? 8080), () => {
    console.log('Listening on http://localhost:8080')
  })
