// node --trace-deopt steps/10-deopt.js [guarded] | grep -v internal
import { show, timeOf } from './measure.js'

const isGuarded = process.argv[2] === 'guarded'

/**
 * @param {string} path
 * @param {number} position
 */
function hasSlash(path, position) {
  return path.charCodeAt(position) === 47
}

/**
 * @param {string} path
 * @param {number} position
 */
function hasSlashThere(path, position) {
  return path.length > position && path.charCodeAt(position) === 47
}

const use = isGuarded ? hasSlashThere : hasSlash
const paths = Array.from({ length: 10_000 }, (_, i) =>
  Buffer.from(`/users/${i}/posts`).toString('latin1'),
)
/** @param {number} position */
const scan = (position) => timeOf(paths, (path) => use(path, position), 400)

show('a slash at 6?', scan(6))
console.log('Every path is too short now.')
show('a slash at 60?', scan(60))
show('a slash at 6?', scan(6))
