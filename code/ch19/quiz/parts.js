import { Router } from 'velocy'
import { multipart } from 'velocy/middleware'
import { inject } from 'velocy/testing'

const router = new Router()
router.post('/songs', async (req) => {
  const read = []
  for await (const part of multipart(req)) {
    if (part.name === 'skip') continue
    read.push(`${part.name}: ${await part.text()}`)
  }
  return read.join('\n')
})

const form = new FormData()
form.append('bird', 'tui')
form.append('song', new File(['tu-i'], '../../tui.txt'))
form.append('skip', new File(['...'], 'noise.txt'))
form.append('bird', 'kea')

const sent = new Response(form)
const answer = await inject(router, {
  path: '/songs',
  method: 'POST',
  headers: { 'content-type': sent.headers.get('content-type') ?? '' },
  body: await sent.bytes(),
})
console.log(await answer.text())
