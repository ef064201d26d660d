/** Asks for /report and, while it is awaited, for /hello. */
const [port = '8080'] = process.argv.slice(2)

/** @param {string} path */
async function ask(path) {
  const response = await fetch(`http://localhost:${port}${path}`)
  process.stdout.write(await response.text())
}

const report = ask('/report')
await new Promise((resolve) => setTimeout(resolve, 200))
await Promise.all([report, ask('/hello')])
