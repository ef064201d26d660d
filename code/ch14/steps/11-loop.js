import { serve } from 'velocy/cluster'

const app = new URL('./11-app.js', import.meta.url)
const restart = { delay: 20, maxDelay: 300, healthyAfter: 500, breaker: 3 }
const data = { isUp: false }
const cluster = await serve(app, { port: 0, workers: 1, data, restart })

let crashes = 0
cluster.on('exit', () => {
  crashes++
  if (crashes === 4) data.isUp = true
})
cluster.on('breaker', ({ isOpen }) => {
  if (!isOpen) cluster.kill()
})
