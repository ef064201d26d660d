/** Asks a server what Olga's customers ask, and prints the answers. */
const questions = [
  ['GET', '/'],
  ['GET', '/tools'],
  ['GET', '/tools/saw'],
  ['POST', '/tools/drill/loan'],
  ['POST', '/login', '{"name":"Ben"}'],
  ['POST', '/tools/drill/loan'],
  ['GET', '/tools/drill'],
  ['POST', '/tools/drill/loan'],
  ['POST', '/login', '{"name"'],
  ['PUT', '/tools'],
]

let cookie = ''
for (const [method, path, body] of questions) {
  const response = await fetch(`http://localhost:8080${path}`, {
    method,
    body,
    headers: { cookie, 'content-type': 'application/json' },
  })
  const [set] = response.headers.getSetCookie()
  if (set) cookie = set.split(';')[0]
  const text = (await response.text()).trim()
  const shown = text.startsWith('<!DOCTYPE') ? '(a page of HTML)' : text
  console.log(`${method} ${path}: ${response.status} ${shown}`)
}
