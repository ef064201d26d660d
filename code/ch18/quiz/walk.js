import { trustProxy } from 'velocy/middleware'

const layer = trustProxy(['10.0.0.0/8'])

for (const list of ['10.6.6.6', '10.6.6.6, 203.0.113.7, 10.0.0.2', 'unknown']) {
  const socket = { remoteAddress: '10.0.0.1' }
  const req = { socket, headers: { 'x-forwarded-for': list } }
  layer(req)
  console.log(String(req.ip))
}
