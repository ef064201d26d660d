import { writeFileSync } from 'node:fs'
import { gzipSync, zstdCompressSync } from 'node:zlib'

const zeros = Buffer.alloc(10 * 1024 * 1024)
const bombs = {
  'bomb.gz': gzipSync(zeros),
  'bomb.zst': zstdCompressSync(zeros),
}
for (const [name, bomb] of Object.entries(bombs)) {
  writeFileSync(name, bomb)
  console.log(`${name}: ${zeros.length} bytes in ${bomb.length}`)
}
