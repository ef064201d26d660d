import { readdirSync, readFileSync } from 'node:fs'

// Counts the lines 0 to TOTAL - 1 in all files of a log.
const [name, total] = process.argv.slice(2)
const found = new Set()
let torn = 0
for (const file of readdirSync('.').filter((file) => file.startsWith(name))) {
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line === '') continue
    try {
      const { i } = JSON.parse(line)
      if (i !== undefined) found.add(i)
    } catch {
      torn++
    }
  }
}
console.log(`found ${found.size} of ${total} lines, ${torn} torn`)
console.log(found.size < Number(total) ? 'lines are lost' : 'nothing is lost')
