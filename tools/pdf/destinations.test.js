import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPdf } from './destinations.js'

/**
 * @param {string[]} objects from number 1; the first is the catalog
 * @returns {Buffer}
 */
function pdfOf(objects) {
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, i) => {
    const offset = text.length
    text += `${i + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const start = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  text += `trailer\n<</Size ${objects.length + 1}\n/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

const pdf = pdfOf([
  '<</Type /Catalog\n/Pages 2 0 R\n/Dests 7 0 R\n/Outlines 8 0 R>>',
  '<</Type /Pages\n/Count 3\n/Kids [3 0 R 6 0 R]>>',
  '<</Type /Pages\n/Count 2\n/Kids [5 0 R 4 0 R]>>',
  '<</Type /Page\n/Parent 3 0 R>>',
  '<</Type /Page\n/Parent 3 0 R>>',
  '<</Type /Page\n/Parent 2 0 R>>',
  '<</first [5 0 R /XYZ 51 700 0]\n/caf#C3#A9 [6 0 R /XYZ 51 700 0]>>',
  '<</Type /Outlines\n/First 9 0 R\n/Last 11 0 R>>',
  '<</Title (A \\(small\\) caf\\351)\n/Parent 8 0 R\n/Next 11 0 R\n/First 10 0 R>>',
  '<</Title <FEFF00C1007200760152>\n/Parent 9 0 R>>',
  '<</Title (Last)\n/Parent 8 0 R>>',
])

test('pages are counted in their order, whatever their numbers', () => {
  const { pages, byId } = readPdf(pdf)
  assert.equal(pages, 3)
  assert.deepEqual(
    [...byId],
    [
      ['first', 1],
      ['café', 3],
    ],
  )
})

test('bookmarks are read with their depth', () => {
  assert.deepEqual(readPdf(pdf).bookmarks, [
    { title: 'A (small) café', depth: 0 },
    { title: 'ÁrvŒ', depth: 1 },
    { title: 'Last', depth: 0 },
  ])
})

test('a file that is no such PDF is an error', () => {
  assert.throws(() => readPdf(Buffer.from('%PDF-1.7\n%%EOF')), /no table/)
})
