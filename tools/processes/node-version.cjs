/**
 * Loaded before a tool (`node -r`), and by the scripts: ends with a clear
 * message where Node is too old for the tools. It must itself run on any Node.
 */
var engines = require('../../package.json').engines.node
var needed = engines.replace(/^>=/, '').split('.').map(Number)
var own = process.versions.node.split('.').map(Number)
if (own[0] < needed[0] || (own[0] === needed[0] && own[1] < needed[1])) {
  console.error(
    'Node.js ' +
      needed.join('.') +
      ' or newer is needed; ' +
      process.execPath +
      ' is ' +
      process.version +
      '.\nInstall a newer one from https://nodejs.org or with your package ' +
      'manager.',
  )
  process.exit(1)
}
