import { authorityOf, isTargetOf } from '../lib/engine/target.js'

for (const line of [
  'GET /hey?a=1',
  'GET http://shop.example/hey',
  'GET http://me:secret@shop.example/hey',
  'OPTIONS *',
  'GET *',
  'CONNECT shop.example:443',
  'GET shop.example:443',
  'GET hey',
]) {
  const [method, target] = line.split(' ')
  console.log(line, isTargetOf(method, target), authorityOf(target))
}
