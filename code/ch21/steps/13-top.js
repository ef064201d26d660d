import { readFileSync } from 'node:fs'
import path from 'node:path'

/** @type {{ nodes: any[], samples: number[] }} */
const { nodes, samples } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const frames = new Map(nodes.map((node) => [node.id, node.callFrame]))

/** @type {Map<string, number>} how many samples found each function at work */
const counts = new Map()
for (const id of samples) {
  const { functionName, url, lineNumber } = frames.get(id)
  const place = url ? ` ${path.basename(url)}:${lineNumber + 1}` : ''
  const name = `${functionName || 'a function'}${place}`
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

const sorted = [...counts].sort(([, a], [, b]) => b - a)
for (const [name, count] of sorted.slice(0, 3)) {
  console.log(`${Math.round((count / samples.length) * 100)} % ${name}`)
}
