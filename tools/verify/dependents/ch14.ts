import { serve } from 'velocy/cluster'

const app = new URL('./ch13.js', import.meta.url)
const cluster = await serve(app, { port: 0, workers: 2 })
cluster.on('exit', ({ id, reason, failure }) => {
  console.error(id, reason, failure?.message)
})
await cluster.reload()
// @ts-expect-error: the address is cluster.url.
cluster.uri
await cluster.close()
