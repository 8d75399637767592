import fs from 'node:fs';
import { BUILT_PATTERNS, collectPatterns, PROVEN_FILE, whyNotLinear } from './lint/linear-patterns.mjs';

const proven = [];
const built = Object.entries(BUILT_PATTERNS).flatMap(([file, pattern]) =>
  pattern === null ? [] : [[pattern, [file]]],
);
for (const [pattern, places] of [...collectPatterns().literals, ...built]) {
  const reason = whyNotLinear(pattern);
  if (reason !== null) {
    process.stdout.write(`${places.join(', ')}: ${pattern} is not linear: ${reason}\n`);
    process.exitCode = 1;
  } else proven.push(pattern);
}
fs.writeFileSync(PROVEN_FILE, `${JSON.stringify(proven.sort(), null, 2)}\n`);
