import { Route } from '../lib/router/route.js'

/** @param {string} text such as 'GET /users/:id' */
export function routeOf(text) {
  const [method, path] = text.split(' ')
  return new Route(method, path, () => {}, { bodyLimit: 0, bodyTimeout: 0 })
}
