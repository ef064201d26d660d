/**
 * Reports to audit. The clean, broken and short ones are what wrk printed for
 * small `node:http` servers; `limited` has the figures published for Axum.
 *
 * @type {Record<string, string>}
 */
export const examples = {
  clean: `Running 10s test @ http://localhost:8080/hello
  2 threads and 8 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     2.26ms  732.17us  16.36ms   85.69%
    Req/Sec     1.78k   120.04     2.11k    71.00%
  Latency Distribution
     50%    2.05ms
     75%    2.23ms
     90%    3.69ms
     99%    4.58ms
  35517 requests in 10.01s, 5.22MB read
Requests/sec:   3549.24
Transfer/sec:    533.77KB
`,
  limited: `Running 30s test @ http://localhost:3000/bench/testing?id=10
  1 threads and 256 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency   631.35us  211.19us  11.70ms   95.24%
    Req/Sec   210.04k    11.71k  225.95k      ?%
  Latency Distribution
     50%  592.00us
     75%  625.00us
     90%  676.00us
     99%    1.49ms
  6271071 requests in 30.01s, 1.21GB read
  Socket errors: connect 6, read 90, write 0, timeout 0
Requests/sec: 208938.22
Transfer/sec:     41.45MB
`,
  broken: `Running 10s test @ http://localhost:8080/bench/testing?id=10
  2 threads and 64 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     1.14ms    5.78ms 121.45ms   99.22%
    Req/Sec    28.70k    17.68k   58.98k    62.50%
  Latency Distribution
     50%  661.00us
     75%  744.00us
     90%    0.88ms
     99%    3.22ms
  572528 requests in 10.08s, 101.01MB read
  Socket errors: connect 0, read 16316, write 0, timeout 0
Requests/sec:  56794.91
Transfer/sec:     10.02MB
`,
  short: `Running 2s test @ http://localhost:8080/bench/testing?id=10
  2 threads and 64 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency   822.48us  517.32us  23.79ms   97.53%
    Req/Sec    39.89k     2.34k   43.56k    60.00%
  158680 requests in 2.00s, 28.00MB read
Requests/sec:  79274.00
Transfer/sec:     13.99MB
`,
}
