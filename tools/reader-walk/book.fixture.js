/**
 * A small book that the builder builds and the walk reads.
 *
 * @param {string} contents the list of its chapters, as in SUMMARY.md
 * @returns {Record<string, string>} texts by file
 */
export const bookWith = (contents) => ({
  'book.toml': `[book]
title = "Test"
[build]
build-dir = "book/html"
[preprocessor.velocy]
command = "node tools/mdbook/preprocess.js"
[output.html]
`,
  'src/SUMMARY.md': `# Summary

[Introduction](README.md)

${contents}`,
  'src/README.md': '# Introduction\n\nWhat this is.\n',
})
