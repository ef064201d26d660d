import { readFile } from 'node:fs'

readFile(import.meta.filename, () => {
  setTimeout(() => console.log('timer 1'), 1)
  setTimeout(() => console.log('timer 2'), 1)
  const end = performance.now() + 5
  while (performance.now() < end);
  setImmediate(() => console.log('immediate'))
})
