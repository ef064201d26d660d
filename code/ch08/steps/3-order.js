/** @param {string} path */
const split = (path) => path.slice(1).split('/')
/** @param {string} text */
const decode = (text) => decodeURIComponent(text)

/** @type {Record<string, (path: string) => string[]>} */
const orders = {
  'decode, split': (path) => split(decode(path)),
  'split, decode': (path) => split(path).map(decode),
  'split, decode twice': (path) => split(path).map(decode).map(decode),
}

for (const path of ['/files/a%2Fb', '/files/%252e%252e%252fkey']) {
  console.log(path)
  for (const [name, read] of Object.entries(orders)) {
    console.log(`  ${name.padEnd(20)}`, read(path))
  }
}
