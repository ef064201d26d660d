import { Router } from '../lib/index.js'

const router = new Router()
/** @param {string} path */
function add(path) {
  try {
    router.get(path, () => {})
    console.log(`${path}: fine`)
  } catch (error) {
    console.log(/** @type {Error} */ (error).message)
  }
}

add('/users/:id')
add('/users/:user/posts')
add('/users/:name')
add('/files/*path')
add('/files/*')
add('/caf%c3%A9')
add('/café')
add('/a/*rest/b')
