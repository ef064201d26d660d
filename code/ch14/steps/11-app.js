import { Router } from 'velocy'

export default function app() {
  const isDown = Date.now() < Number(process.env.DOWN_UNTIL)
  if (isDown) throw new Error('The database is starting')
  return new Router().get('/', () => 'hello')
}
