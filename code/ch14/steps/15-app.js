import { Router } from 'velocy'

/** @param {{ id: number, generation: number }} worker that it is to run in */
export default function app({ id, generation }) {
  return new Router().get('/', () => `${id}.${generation}`)
}
