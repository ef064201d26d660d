// Prints what is doubtful about a report of wrk:
//   wrk -t1 -c256 -d30s --latency http://localhost:8080/… | node bench/audit.js
//   node bench/audit.js report.txt
import { readFileSync } from 'node:fs'
import { audit, parseReport, ReportError } from './report.js'

const [file] = process.argv.slice(2)
const standardInput = 0

try {
  const report = parseReport(readFileSync(file ?? standardInput, 'utf8'))
  for (const { severity, id, values } of audit(report)) {
    const facts = Object.entries(values).map(
      ([name, value]) => `${name}=${Number(value.toFixed(2))}`,
    )
    const columns = [severity.padEnd(7), id.padEnd(19), ...facts]
    console.log(columns.join(' ').trimEnd())
  }
} catch (error) {
  if (!(error instanceof ReportError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
