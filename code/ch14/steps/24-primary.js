import { Router } from 'velocy'

export default new Router().get('/:line', ({ params }) => {
  console.log(params.line)
  return 'written'
})
