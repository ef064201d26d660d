import { createServer, Router } from '../lib/index.js'
import { securityHeaders } from '../lib/middleware/security-headers.js'

const router = new Router().use(securityHeaders()).get('/', (req, res) => {
  res.setHeader('content-type', 'text/html')
  return (
    `<ul id="list"><li>Our page</li></ul>\n` +
    `<script nonce="${req.nonce}">list.innerHTML += '<li>Our script</li>'</script>\n` +
    `<script>list.innerHTML += "<li>Eero's script</li>"</script>\n` +
    `<img src="x" onerror="list.innerHTML += '<li>Eero again</li>'">\n`
  )
})

const { PORT = '8080' } = process.env
createServer(router).listen(Number(PORT), () => {
  console.log(`Listening on http://localhost:${PORT}`)
})
