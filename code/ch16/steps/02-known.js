import { spawn } from 'node:child_process'

/** @param {string} file */
function start(file) {
  const child = spawn(file, { stdio: 'ignore' })
  child.on('error', (/** @type {NodeJS.ErrnoException} */ { code }) => {
    console.log('event:', file, code)
  })
  console.log('returned:', file, 'has a pid:', child.pid !== undefined)
}

start('true')
start('no-such-program')
console.log('end of our function')
