import { Buffer } from 'node:buffer'
import { isHostAt } from '../lib/engine/target.js'

for (const host of [
  'shop.example',
  'localhost:8080',
  '[::1]:8080',
  '',
  '[::1',
  'shop, admin',
  'shop/admin',
  'me@shop',
]) {
  const bytes = Buffer.from(host)
  console.log(`"${host}"`, isHostAt(bytes, 0, bytes.length))
}
