const words = process.argv.slice(2)
const socket = new WebSocket('ws://localhost:8080/radio')

const say = () => socket.send(words.shift() ?? '')
socket.onopen = say
socket.onmessage = ({ data }) => {
  console.log(data)
  if (words.length > 0) say()
  else process.exit()
}
socket.onclose = ({ code }) => console.log('closed with', code)
