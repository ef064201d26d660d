import { once } from 'node:events'
import path from 'node:path'
import { createServer, Router } from '../lib/index.js'
import { askForSky, draw } from './12-tree.js'

/** @type {any[]} */
const spans = []
const router = new Router()

router.post('/v1/traces', async (req) => {
  const { resourceSpans } = /** @type {any} */ (await req.json())
  for (const { resource, scopeSpans } of resourceSpans) {
    const machine = attributeOf(resource, 'service.name')
    for (const scope of scopeSpans) {
      for (const span of scope.spans) spans.push(read(span, machine))
    }
  }
  server.emit('spans')
  return {}
})

/** @param {any} owner @param {string} name of one of its attributes */
const attributeOf = ({ attributes }, name) =>
  attributes.find((/** @type {any} */ one) => one.key === name).value
    .stringValue

/** @param {any} span @param {string} machine */
function read(span, machine) {
  const { spanId, parentSpanId: parentId, kind } = span
  const nanoseconds = span.endTimeUnixNano - span.startTimeUnixNano
  const what = kind === 3 ? 'asks for' : 'answers'
  const path = `${what} ${attributeOf(span, 'url.path')}`
  return { machine, path, spanId, parentId, ms: Math.round(nanoseconds / 1e6) }
}

const server = createServer(router).listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = /** @type {any} */ (server.address())
await askForSky({
  SDK: 'yes',
  NODE_OPTIONS: `--require ${path.resolve('steps/12-otel.cjs')}`,
  OTEL_BSP_SCHEDULE_DELAY: '100',
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
})
while (spans.length < 5) await once(server, 'spans')
draw(spans)
process.exit()
