import { Scan } from './scan.js'

const scan = new Scan()
  .add('/users/:id', 'a user')
  .add('/users/me', 'yourself')
  .add('/files/report.pdf', 'the report')

for (const path of ['/users/42', '/users/me', '/files/report_pdf']) {
  console.log(path, '→', scan.find(path)?.value)
}
