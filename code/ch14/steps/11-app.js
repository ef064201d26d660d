import { createServer, Router } from 'velocy'

/** @param {{ data: { isUp: boolean } }} worker that it is to run in */
export default function app({ data }) {
  const server = createServer(new Router().get('/', () => 'hello'))
  const end = () => setTimeout(() => process.exit(1), 20)
  if (!data.isUp) server.once('listening', end)
  return server
}
