import { StringDecoder } from 'node:string_decoder'

const bytes = Buffer.from('olá')
const chunks = [bytes.subarray(0, 3), bytes.subarray(3)]

console.log('each chunk by itself:', chunks.map(String).join(''))
const decoder = new StringDecoder('utf8')
console.log('one decoder:', chunks.map((c) => decoder.write(c)).join(''))
