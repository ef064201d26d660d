import { pbkdf2 } from 'node:crypto'
import { readFile } from 'node:fs'

for (let job = 1; job <= 4; job++) {
  pbkdf2('secret', 'salt', 300_000, 64, 'sha512', () => console.log('hash'))
}
readFile(import.meta.filename, () => console.log('file'))
