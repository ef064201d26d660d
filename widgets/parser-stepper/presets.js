/**
 * Requests to try, as they are typed: `\r` and `\n` are the bytes, `\|` is where
 * a read ends, and a line break is for the eye alone.
 *
 * @type {Record<string, string>}
 */
export const presets = {
  get: String.raw`GET /hey HTTP/1.1\r\n
Host: shop.example\r\n
Accept: */*\r\n
\r\n`,
  post: String.raw`POST /guests HTTP/1.1\r\n
Host: shop.example\r\n
Content-Length: 5\r\n
\r\n
hello`,
  cut: String.raw`GET /h\|ey HTTP/1.1\r\|\n
Host: shop.exam\|ple\r\n
\r\n`,
  lineFeed: String.raw`GET /hey HTTP/1.1\r\n
Host: shop.example\n
\r\n`,
  plus: String.raw`POST /guests HTTP/1.1\r\n
Host: shop.example\r\n
Content-Length: +5\r\n
\r\n
hello`,
  hosts: String.raw`GET /hey HTTP/1.1\r\n
Host: shop.example\r\n
Host: admin.example\r\n
\r\n`,
}
