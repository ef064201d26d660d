import { writeFileSync } from 'node:fs'
import { gzipSync, zstdCompressSync } from 'node:zlib'

const zeros = Buffer.alloc(10 * 1024 * 1024)
for (const [name, compress] of [
  ['bomb.gz', gzipSync],
  ['bomb.zst', zstdCompressSync],
]) {
  const bomb = compress(zeros)
  writeFileSync(name, bomb)
  console.log(`${name}: ${zeros.length} bytes in ${bomb.length}`)
}
