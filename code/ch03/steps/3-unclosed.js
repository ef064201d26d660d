import { open } from 'node:fs/promises'

async function firstByte() {
  const file = await open(import.meta.filename)
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1)
  return String(buffer)
}

console.log(await firstByte())
// Nothing refers to the handle anymore. Collect the garbage.
globalThis.gc?.()
await new Promise((resolve) => setImmediate(resolve))
