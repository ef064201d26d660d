/** The names of Node.js's own modules, in version 26. */
export const builtinNames = new Set(
  (
    'assert assert/strict async_hooks buffer child_process cluster ' +
    'console constants crypto dgram diagnostics_channel dns ' +
    'dns/promises domain events fs fs/promises http http2 https ' +
    'inspector inspector/promises module net os path path/posix ' +
    'path/win32 perf_hooks process punycode querystring readline ' +
    'readline/promises repl sea sqlite stream stream/consumers ' +
    'stream/promises stream/web string_decoder sys test ' +
    'test/reporters timers timers/promises tls trace_events tty url ' +
    'util util/types v8 vm wasi worker_threads zlib'
  ).split(' '),
)

/** Those that are imported with `node:` alone. */
export const onlyWithPrefix = new Set([
  'sea',
  'sqlite',
  'test',
  'test/reporters',
])
