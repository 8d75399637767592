import { setting } from './project.mjs';

/** A terminal could obey these characters, or take them for the end of a line (`lib/platform/logging/log-line.ts`). */
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'];
/** Lines for people begin with a dot, and stack traces with spaces. */
const BULLET = /^· /;

/** @typedef {'info' | 'warn' | 'error'} Level */

/**
 * Formats a line as the server's log does, one JSON object; '' for one below LOG_LEVEL.
 * @param {string} component
 * @param {Level} level
 * @param {string} message
 */
export function jsonLogLine(component, level, message) {
  const least = LEVELS.indexOf(setting('LOG_LEVEL') ?? 'info');
  if (LEVELS.indexOf(level) < least) return '';
  const time = new Date().toISOString();
  const json = JSON.stringify({ level, time, component, message: message.replace(BULLET, '') });
  return `${json.replace(UNSAFE, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`;
}
