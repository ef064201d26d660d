/**
 * Makes the package in .cache/package, and says how large it is.
 *
 *     node tools/package/cli.js [--tag v0.20.0]
 *
 * With a tag, fails unless it is that of the version.
 */
import { readArguments } from '../lib/arguments.js'
import { fromRoot } from '../lib/paths.js'
import { pack, stage } from './stage.js'

/** @param {number} bytes */
const kilobytes = (bytes) => `${Math.round(bytes / 1000)} kB`

const { values } = readArguments(
  'Usage: node tools/package/cli.js [--tag v0.20.0]',
  { options: { tag: { type: 'string' } } },
)
const { tag } = values
const folder = await stage()
const { file, name, version, size, unpackedSize, files } = await pack(folder)
console.log(`${name} ${version}: ${fromRoot(folder)}, ${fromRoot(file)}`)
console.log(
  `${kilobytes(size)} packed, ${kilobytes(unpackedSize)} unpacked, ${files.length} files`,
)
if (tag !== undefined && tag !== `v${version}`) {
  console.error(
    `got the tag ${tag}, expected v${version}: tag the commit whose last chapter has that version, or raise "version" in its package.json`,
  )
  process.exitCode = 1
}
