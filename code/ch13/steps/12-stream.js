import { post } from './12-post.js'

console.log('text')
await post((req) => req.text())

console.log('loop')
await post(async (req) => {
  let text = ''
  for await (const chunk of req) text += chunk
  return text
})

console.log('nobody')
await post(() => undefined)
