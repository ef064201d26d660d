import { writeFileSync } from 'node:fs'
import zlib from 'node:zlib'

const BIRDS = ['tui', 'kaka', 'kokako', 'bellbird', 'fantail', 'saddleback']
const recordings = Array.from({ length: 1000 }, (_, id) => ({
  id,
  bird: BIRDS[((id * id) % 7) % BIRDS.length],
  seconds: 20 + ((id * 7919) % 601),
  heard: new Date(1.76e12 + id * 9_876_543).toISOString(),
}))

const bytes = Buffer.from(JSON.stringify(recordings))
const { ZSTD_c_compressionLevel, Z_BEST_COMPRESSION } = zlib.constants
const zstd = { params: { [ZSTD_c_compressionLevel]: 19 } }
const files = {
  'list.json': bytes,
  'list.json.br': zlib.brotliCompressSync(bytes),
  'list.json.zst': zlib.zstdCompressSync(bytes, zstd),
  'list.json.gz': zlib.gzipSync(bytes, { level: Z_BEST_COMPRESSION }),
}
for (const [name, content] of Object.entries(files)) {
  writeFileSync(`songs/${name}`, content)
  console.log(name, content.length)
}
