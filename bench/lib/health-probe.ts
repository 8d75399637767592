import { get } from 'node:http';

/**
 * Asks for `/api/health` every 25 ms for as long as its parent wants, in a process of its own so that nothing
 * the bench does delays it. On `stop` it tells all latencies in ms, oldest first; a refused connection counts
 * as failed.
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
  // What is still on its way counts too, but isn't waited for beyond the slowest allowed answer.
  setTimeout(() => process.send?.({ latenciesMs, failed }), 1_000);
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
