import net from 'node:net'
import { text } from 'node:stream/consumers'

const port = Number(process.env.PORT ?? 8080)
for (const bytes of [
  'GET /a HTTP/1.1\r\nHost: x\r\n\r\nGET /b HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /a HTTP/1.1\r\nHost: x\r\n\r\nGET  /b HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /a HTTP/1.1\r\nHos',
]) {
  const client = net.connect(port, 'localhost')
  client.end(bytes)
  console.log(JSON.stringify(bytes))
  const answers = await text(client)
  console.log(answers.match(/HTTP.*|Connection.*|(?<=\n\r\n).+?(?=HTTP|\s*$)/g))
}
