/**
 * A small project in a temporary folder, with the tools of this one: what the
 * tests of the tools break, to see that the tools notice.
 */
import { spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { browserFolders, root } from '../lib/paths.js'
import { withoutTables } from '../lib/toml.js'
import { patienceInMs } from '../processes/pace.js'
import { cleanEnv } from '../processes/run.js'
import * as toolchain from '../processes/toolchain.js'

/** @typedef {{ status: number | null, output: string }} Outcome */

/** A book of one chapter that every check accepts. */
export const smallBook = {
  'src/SUMMARY.md':
    '# Summary\n\n[Introduction](README.md)\n\n- [Bytes](ch01-bytes/README.md)\n',
  'src/README.md': '# Introduction\n\nWhat this is.\n',
  'src/ch01-bytes/README.md': '# Bytes\n\nWhat a byte is.\n',
  'code/ch01/package.json':
    '{ "name": "velocy", "type": "module", "private": true }\n',
}

/** What the widgets and the page's Node import of the chapters' own modules. */
function importedCode() {
  const texts = browserFolders
    .map((name) => path.join(root, name))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => /(?<!\.test)\.js$/.test(file))
        .map((file) => readFileSync(path.join(folder, file), 'utf8')),
    )
  const folders = /code\/ch\d\d\/(?:bench|lib|steps)(?=\/)/g
  return [...new Set(texts.flatMap((text) => text.match(folders) ?? []))]
}

/** @returns {string[]} the published results that a widget shows the text of */
function shownResults() {
  const folder = path.join(root, 'widgets')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const shown = files
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
    .flatMap((text) => [...text.matchAll(/'source:[./]+\/(results\/[^']+)'/g)])
  return [...new Set(shown.map(([, result]) => result))].sort()
}

/** What a project must have besides its tools for its book to be built. */
export const bookMachinery = [
  'book.toml',
  'site',
  'widgets',
  'browser-node',
  'theme',
  ...importedCode(),
  ...shownResults(),
]

/** A project in a folder of its own. */
class Project {
  /** @param {string} folder absolute path */
  constructor(folder) {
    this.folder = folder
  }

  /** Bound, to be handed on. @param {string} file */
  path = (file) => path.join(this.folder, file)

  /** @param {string} file */
  read(file) {
    return readFileSync(this.path(file), 'utf8')
  }

  /** @param {string} file @param {string} text */
  write(file, text) {
    const target = this.path(file)
    mkdirSync(path.dirname(target), { recursive: true })
    // A tool is a link to ours. Other files may be watched, and stay there.
    const isLink = (statSync(target, { throwIfNoEntry: false })?.nlink ?? 1) > 1
    if (isLink) rmSync(target)
    writeFileSync(target, text)
  }

  /**
   * Replaces a text that is there.
   *
   * @param {string} file
   * @param {string} from
   * @param {string} to
   */
  replace(file, from, to) {
    const text = this.read(file)
    if (!text.includes(from)) throw new Error(`${file} has no "${from}"`)
    this.write(
      file,
      text.replace(from, () => to),
    )
  }

  /** @param {string[]} args */
  git(...args) {
    const identity = ['-c', 'user.name=test', '-c', 'user.email=test@test']
    const result = spawnSync('git', [...identity, ...args], {
      cwd: this.folder,
      encoding: 'utf8',
    })
    if (result.status === 0) return result.stdout
    throw new Error(`git ${args.join(' ')}: ${result.stderr}`)
  }

  /** Commits everything but the tools. */
  commit() {
    if (!existsSync(this.path('.git'))) {
      this.write('.gitignore', 'node_modules\n.cache\n/tools\n/common\n')
      this.git('init', '--quiet', '--initial-branch=main')
    }
    this.git('add', '--all')
    this.git('commit', '--quiet', '--message', 'test')
  }

  /**
   * Builds the book, with the mdBook of this project.
   *
   * @param {Record<string, string>} [env] added to that of this process
   */
  build(env = {}) {
    const { status, stdout, stderr, error } = spawnSync(
      toolchain.mdbookPath() ?? 'mdbook',
      ['build'],
      {
        cwd: this.folder,
        env: { ...process.env, ...env },
        encoding: 'utf8',
        timeout: patienceInMs(20),
      },
    )
    if (error) throw error
    return { status, output: stdout + stderr }
  }

  /**
   * Runs one of the project's tools.
   *
   * @param {string} tool such as `check/links.js`
   * @param {string[]} args
   */
  run(tool, ...args) {
    const child = spawn(
      process.execPath,
      [this.path(`tools/${tool}`), ...args],
      {
        cwd: this.folder,
        // Verify looks at a part of the book; of this one there is little.
        env: cleanEnv({ SAMPLED: undefined }),
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }
    return new Promise((resolve, reject) => {
      child.on('error', reject)
      child.on('close', (status) => resolve({ status, output }))
    })
  }
}

/**
 * @param {string | null} file null when the tool is not there
 * @param {string} folder absolute path
 */
function linkTool(file, folder) {
  if (file === null) return
  mkdirSync(folder, { recursive: true })
  symlinkSync(file, path.join(folder, path.basename(file)))
}

/**
 * Links are made twenty times as fast as copies.
 *
 * @param {string} from absolute path of a folder
 * @param {string} to
 */
function linkFiles(from, to) {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [file, target] = [from, to].map((dir) => path.join(dir, entry.name))
    if (entry.isDirectory()) linkFiles(file, target)
    else if (entry.name.endsWith('.test.js')) continue
    else {
      try {
        linkSync(file, target)
      } catch {
        // On another disk.
        cpSync(file, target)
      }
    }
  }
}

/**
 * Puts the tools of this project into a folder.
 *
 * @param {string} folder absolute path
 * @param {string[]} copies more files and folders of this project
 */
function copyTools(folder, copies) {
  for (const name of ['tools', 'common']) {
    linkFiles(path.join(root, name), path.join(folder, name))
  }
  for (const name of ['package.json', 'biome.json', ...copies]) {
    const [from, to] = [root, folder].map((dir) => path.join(dir, name))
    if (statSync(from).isDirectory()) linkFiles(from, to)
    else cpSync(from, to)
  }
  const config = path.join(folder, 'book.toml')
  if (existsSync(config)) {
    const toml = readFileSync(config, 'utf8')
    // It names pages that only the whole book has.
    writeFileSync(config, withoutTables(toml, ['output.html.redirect']))
    // A tool of the project looks for it there when it is not on PATH.
    linkTool(toolchain.mdbookPath(), path.join(folder, '.cache/tools/bin'))
  }
  const modules = path.join(root, 'node_modules')
  if (existsSync(modules)) {
    symlinkSync(modules, path.join(folder, 'node_modules'))
  }
  const pinned = toolchain.node(26).path
  if (pinned) {
    const bin = '.cache/tools/node26/node_modules/node/bin'
    linkTool(pinned, path.join(folder, bin))
    return
  }
  // Whatever Node runs the tests stands for the pinned one.
  const versionsFile = path.join(folder, 'tools', 'setup', 'versions.json')
  const versions = JSON.parse(readFileSync(versionsFile, 'utf8'))
  versions.node['26'] = process.versions.node
  rmSync(versionsFile)
  writeFileSync(versionsFile, JSON.stringify(versions))
}

/**
 * @param {Record<string, string>} files by path from the root
 * @param {{ after: (clean: () => void) => void }} t removes the
 *   project when it ends
 * @param {string[]} [copies] more files and folders of this project to copy
 */
export function temporaryProject(files, t, copies = []) {
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'book-')))
  // What was ended just now may still close its files.
  const retries = { maxRetries: 5, retryDelay: 100 }
  t.after(() => rmSync(folder, { recursive: true, force: true, ...retries }))
  copyTools(folder, copies)
  const project = new Project(folder)
  for (const [file, text] of Object.entries(files)) project.write(file, text)
  return project
}

/**
 * A book whose only page that can't be made has all of these mistakes.
 *
 * @param {Record<string, string>} files of the book
 * @param {string} page
 * @param {string[]} mistakes lines of it
 * @param {Parameters<typeof temporaryProject>[1]} t
 * @returns {() => string[]} builds it once; what is said of each, by its line
 */
export function brokenPage(files, page, mistakes, t) {
  const text = ['# Broken', ...mistakes].join('\n\n')
  // The preprocessor refuses it: there is nothing to render.
  const project = temporaryProject({ ...files, [page]: text }, t, ['book.toml'])
  /** @type {Outcome | undefined} */
  let built
  return () => {
    built ??= project.build()
    const { status, output } = built
    const lines = output.split('\n')
    return mistakes.map((_, i) => {
      const where = `${page}:${3 + 2 * i}: `
      const said = lines.find((line) => line.includes(where))
      return status === 0 || !said ? `nothing at ${where}\n${output}` : said
    })
  }
}
