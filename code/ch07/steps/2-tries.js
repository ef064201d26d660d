import { Scan } from './scan.js'

for (const size of [10, 100, 300]) {
  const scan = new Scan()
  for (let i = 0; i < size; i++) scan.add(`/r${i}/:id`, i)
  for (let i = 0; i < size; i++) scan.find(`/r${i}/7`)
  const hit = scan.tries / size
  scan.tries = 0
  scan.find('/favicon.ico')
  console.log(
    `${size} routes: ${hit} tries for a hit, ${scan.tries} for a miss`,
  )
}
