import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads'

const { port1, port2 } = new MessageChannel()
const bytes = new Uint8Array(16_000_000).fill(7)

port1.postMessage(bytes, [bytes.buffer])
console.log('here:', bytes.length, 'bytes')
const { message } = receiveMessageOnPort(port2) ?? {}
console.log('there:', message.length, 'bytes, the first is', message[0])

const name = Buffer.from('Artemis')
console.log('a small Buffer stands in', name.buffer.byteLength, 'bytes')
try {
  port1.postMessage(name, [name.buffer])
} catch (error) {
  console.log(String(error))
}
