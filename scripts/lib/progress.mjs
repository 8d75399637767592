import { jsonLogLine } from './log-line.mjs';
import { setting } from './project.mjs';

const STILL_AT_IT_MS = 5_000;

let isLog = false;

/**
 * From now on this process's lines belong to the log of the processes that it supervises: with
 * LOG_FORMAT=json each is a JSON object. Commands keep their sentences, because a person reads them.
 */
export function writeToLog() {
  isLog = true;
}

/**
 * All progress goes to stderr: stdout is for the command's own output, which people pipe.
 * @param {string} line
 * @param {import('./log-line.mjs').Level} [level]
 */
export function say(line, level = 'info') {
  process.stderr.write(shownLine(line, level));
}

/**
 * Returns the line as it is printed, in the format of the log where this is one.
 * @param {string} line
 * @param {import('./log-line.mjs').Level} [level]
 */
export function shownLine(line, level = 'info') {
  return isLog && setting('LOG_FORMAT') === 'json' ? jsonLogLine('supervisor', level, line) : `${line}\n`;
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
