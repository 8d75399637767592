/** All progress goes to stderr: stdout belongs to the command's own output, which people pipe. */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/** Says what takes long before and after it happens. */
export async function saying(label, work) {
  const startedAt = performance.now();
  say(`· ${label} …`);
  const result = await work();
  say(`· ${label}: done in ${secondsSince(startedAt)}`);
  return result;
}

/** Seconds since a `performance.now()`, for people. */
export function secondsSince(startedAt) {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
}
