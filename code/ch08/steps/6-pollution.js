import http from 'node:http'

/** Reads `user[name]=ana` into `{ user: { name: 'ana' } }`.
 *
 * @param {string} text
 */
function parse(text) {
  /** @type {any} */
  const query = {}
  for (const [key, value] of new URLSearchParams(text)) {
    const names = key.replaceAll(']', '').split('[')
    const last = names.pop() ?? ''
    let target = query
    for (const name of names) target = target[name] ??= {}
    target[last] = value
  }
  return query
}

const server = http.createServer((req, res) => {
  const [path, text] = String(req.url).split('?')
  if (path === '/search') return res.end(JSON.stringify(parse(text)))
  /** @type {any} */
  const user = { name: 'ana' }
  res.end(user.isAdmin ? 'Welcome, administrator\n' : 'Not for you\n')
})

server.listen(Number(process.env.PORT ?? 8080), () => {
  console.log('Listening on http://localhost:8080')
})
