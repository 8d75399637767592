const STILL_AT_IT_MS = 5_000;

/** All progress goes to stderr: stdout is for the command's own output, which people pipe. */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/**
 * Reports a long operation at its start and end, and in between every `everyMs` its duration so far and, if
 * `soFar()` is given, its progress.
 * @template T
 * @param {string} label
 * @param {() => Promise<T>} work
 * @param {{soFar?: () => string, everyMs?: number}} [options]
 * @returns {Promise<T>}
 */
export async function saying(label, work, { soFar = () => '', everyMs = STILL_AT_IT_MS } = {}) {
  const startedAt = performance.now();
  say(`· ${label} …`);
  const report = () => say(`· ${[label, soFar()].filter(Boolean).join(': ')} … ${secondsSince(startedAt)}`);
  const timer = setInterval(report, everyMs);
  try {
    const result = await work();
    say(`· ${label}: done in ${secondsSince(startedAt)}`);
    return result;
  } finally {
    clearInterval(timer);
  }
}

/** Returns the seconds since a `performance.now()`, for people. */
export function secondsSince(startedAt) {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
}
