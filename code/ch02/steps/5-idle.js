import { monitorEventLoopDelay } from 'node:perf_hooks'
import { LoopDelay } from '../demo/loop-delay.js'

const builtIn = monitorEventLoopDelay({ resolution: 10 })
builtIn.enable()
const ours = new LoopDelay()

setTimeout(() => {
  builtIn.disable()
  ours.stop()
  console.log(`built in: median ${Math.round(builtIn.percentile(50) / 1e6)} ms`)
  console.log(`ours:     median ${Math.round(ours.read().p50)} ms`)
}, 500)
