import { Route } from '../lib/router/route.js'

/** @param {string} text such as 'GET /users/:id' */
export function routeOf(text) {
  const [method, path] = text.split(' ')
  const declared = { method, path, layers: [], handler() {}, options: {} }
  return new Route(declared, path, { bodyLimit: 0, bodyTimeout: 0 })
}
