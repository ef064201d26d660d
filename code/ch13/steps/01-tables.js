import { Buffer } from 'node:buffer'
import { FIELD_VALUE, TARGET, TOKEN } from '../lib/engine/characters.js'

console.log('byte  token  target  value')
for (const byte of Buffer.from('G:"é\t\r\0')) {
  const hex = byte.toString(16).padStart(2, '0')
  console.log(
    `  ${hex}      ${TOKEN[byte]}       ${TARGET[byte]}      ${FIELD_VALUE[byte]}`,
  )
}
