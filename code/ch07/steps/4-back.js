import { parsePattern } from '../lib/router/pattern.js'
import { Trie } from '../lib/router/trie.js'

const trie = new Trie()
for (const pattern of ['/users/me/posts', '/users/:id/settings']) {
  trie.insert(parsePattern(pattern), pattern, (present) => present)
}
for (const path of [
  '/users/me/posts',
  '/users/42/settings',
  '/users/me/settings',
  '/users/me/photos',
]) {
  console.log(path, '→', trie.find(path) ?? 404)
}
