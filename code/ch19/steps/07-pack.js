import { readFileSync, writeFileSync } from 'node:fs'
import zlib from 'node:zlib'

const { ZSTD_c_compressionLevel, Z_BEST_COMPRESSION } = zlib.constants
const [, , path] = process.argv
const bytes = readFileSync(path)

const zstd = { params: { [ZSTD_c_compressionLevel]: 19 } }
const made = {
  '.br': zlib.brotliCompressSync(bytes),
  '.zst': zlib.zstdCompressSync(bytes, zstd),
  '.gz': zlib.gzipSync(bytes, { level: Z_BEST_COMPRESSION }),
}

console.log(path, bytes.length)
for (const [ending, small] of Object.entries(made)) {
  writeFileSync(path + ending, small)
  console.log(path + ending, small.length)
}
