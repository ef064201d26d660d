import { readFile } from 'node:fs'

readFile(import.meta.filename, () => {
  console.log('file')
  setTimeout(() => console.log('timer'), 0)
  setImmediate(() => console.log('immediate'))
  process.nextTick(() => console.log('nextTick'))
  Promise.resolve().then(() => console.log('microtask'))
})
