const { HttpInstrumentation } = require('@opentelemetry/instrumentation-http')
const {
  UndiciInstrumentation,
} = require('@opentelemetry/instrumentation-undici')
const { NodeSDK } = require('@opentelemetry/sdk-node')

const instrumentations = [
  new HttpInstrumentation(),
  new UndiciInstrumentation(),
]
new NodeSDK({ serviceName: process.env.MACHINE, instrumentations }).start()
