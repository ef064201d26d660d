/** One more thread, or process, with nothing to do. */
import process from 'node:process'
import { parentPort } from 'node:worker_threads'

if (parentPort) {
  parentPort.on('message', () => {})
  parentPort.postMessage('ready')
} else {
  process.on('message', () => {})
  process.send?.('ready')
}
