import fs from 'node:fs';
import { BUILT_PATTERNS, collectPatterns, PROVEN_FILE, whyNotLinear } from './lib/regular-expressions.mjs';

/** Each run of the tests proves the patterns that take less. */
const SLOW_MS = 60;

const proven = [];
const built = Object.entries(BUILT_PATTERNS).flatMap(([file, pattern]) =>
  pattern === null ? [] : [[pattern, [file]]],
);
for (const [pattern, places] of [...collectPatterns().literals, ...built]) {
  const start = performance.now();
  const reason = whyNotLinear(pattern);
  if (reason !== null) {
    process.stdout.write(`${places.join(', ')}: ${pattern} is not linear: ${reason}\n`);
    process.exitCode = 1;
  } else if (performance.now() - start > SLOW_MS) proven.push(pattern);
}
fs.writeFileSync(PROVEN_FILE, `${JSON.stringify(proven.sort(), null, 2)}\n`);
