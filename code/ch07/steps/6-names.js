/** @typedef {{ children: Map<string, Node>, name?: string, route?: string }} Node */

/** @type {Node} */
const root = { children: new Map() }

/** @param {string} pattern */
function add(pattern) {
  let node = root
  for (const text of pattern.slice(1).split('/')) {
    const key = text.startsWith(':') ? ':' : text
    /** @type {Node} */
    const child = node.children.get(key) ?? { children: new Map() }
    node.children.set(key, child)
    // The name is kept where the parameter is.
    if (key === ':') child.name = text.slice(1)
    node = child
  }
  node.route = pattern
}

/** @param {string} path */
function find(path) {
  /** @type {Record<string, string>} */
  const params = {}
  /** @type {Node | undefined} */
  let node = root
  for (const text of path.slice(1).split('/')) {
    node = node.children.get(text) ?? node.children.get(':')
    if (node === undefined) return null
    if (node.name) params[node.name] = text
  }
  return { route: node.route, params }
}

add('/users/:id')
add('/users/:user/posts')
console.log(find('/users/42'))
console.log(find('/users/42/posts'))
