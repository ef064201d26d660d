import { authorityOf, isHost, isTargetOf } from '../lib/engine/request-line.js'

for (const host of ['shop.example', '[::1]:8080', '', '[::1', 'shop, admin']) {
  console.log(`Host: ${host}`, isHost(host))
}
for (const line of [
  'GET /hey?a=1',
  'GET http://shop.example/hey',
  'GET http://me:secret@shop.example/hey',
  'OPTIONS *',
  'GET *',
  'GET hey',
]) {
  const [method, target] = line.split(' ')
  console.log(line, isTargetOf(method, target), authorityOf(target))
}
