import { get } from 'node:http';

/**
 * Requests `/api/health` every 25 ms while its parent runs, in a separate process so that the bench does
 * not delay it. On `stop` it sends all latencies in ms, oldest first; a refused connection counts as
 * failed.
 */
const url = `${process.argv[2]}/api/health`;
const EVERY_MS = 25;
const latenciesMs: number[] = [];
let failed = 0;

function ask(): void {
  const startedAt = performance.now();
  const request = get(url, { agent: false }, (response) => {
    response.resume();
    response.on('end', () => latenciesMs.push(performance.now() - startedAt));
  });
  request.on('error', () => {
    failed += 1;
  });
}

const timer = setInterval(ask, EVERY_MS);
process.on('message', () => {
  clearInterval(timer);
  // Pending requests count too, but the wait for them ends at the slowest allowed response.
  setTimeout(() => process.send?.({ latenciesMs, failed }), 1_000);
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
