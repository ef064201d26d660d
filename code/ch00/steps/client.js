// Asks for the same URL twice on one kept-alive connection, as every browser
// and every proxy does, and prints what comes back.
import http from 'node:http'

const [url] = process.argv.slice(2)
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })

for (const attempt of ['first', 'second']) {
  try {
    console.log(`${attempt}: ${await get(url)}`)
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error)
    console.log(`${attempt}: ${code}: ${message}`)
  }
}
agent.destroy()

/**
 * @param {string} url
 * @returns {Promise<string>}
 */
function get(url) {
  return new Promise((resolve, reject) => {
    http
      .get(url, { agent }, (res) => {
        let text = ''
        res.setEncoding('utf8')
        res.on('data', (chunk) => {
          text += chunk
        })
        res.on('end', () => resolve(text))
        res.on('error', reject)
      })
      .on('error', reject)
  })
}
