import type { ErrorFields } from './error-fields';

// C0 and C1 control characters (ESC and CSI start colours and cursor moves), line and paragraph separators,
// and the marks that make a terminal reorder text.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** Escapes every character that a terminal could obey, or take for the end of a line, as `\u001b`. */
export function escapeControls(text: string): string {
  return text.replace(UNSAFE, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Returns a line of JSON that is safe to print: JSON itself allows C1 controls and separators in strings. */
export function jsonLine(json: string): string {
  return `${escapeControls(json.trimEnd())}\n`;
}

const COLOURS: Record<string, string> = { debug: '90', info: '36', warn: '33', error: '31' };

/** Formats the event for people: `12:34:56.789 ERROR runs: message key=value`, the stack below it. */
export function prettyLine(json: string, colours: boolean): string {
  const { time, level, component, message, error, ...fields } = JSON.parse(json) as Record<string, unknown>;
  const clock = String(time).slice(11, 23);
  const name = String(level).toUpperCase().padEnd(5);
  const shownLevel = colours ? `\u001b[${COLOURS[String(level)] ?? '0'}m${name}\u001b[0m` : name;
  const pairs = Object.entries(fields).map(([key, value]) => ` ${escapeControls(key)}=${valueText(value)}`);
  const place = escapeControls(String(component));
  const head = `${clock} ${shownLevel} ${place}: ${escapeControls(String(message))}`;
  return `${head}${pairs.join('')}\n${error === undefined ? '' : errorLines(error as ErrorFields, '  ')}`;
}

function valueText(value: unknown): string {
  const text = typeof value === 'string' && /^[\w.:/@-]+$/.test(value) ? value : JSON.stringify(value);
  return escapeControls(text);
}

function errorLines({ type, code, message, stack = [], cause }: ErrorFields, indent: string): string {
  const head = [type, code === undefined ? '' : ` ${code}`, message === undefined ? '' : `: ${message}`].join(
    '',
  );
  const lines = [head, ...stack.map((frame) => `  ${frame}`)];
  const own = lines.map((line) => `${indent}${escapeControls(line)}\n`).join('');
  return cause === undefined ? own : `${own}${indent}caused by\n${errorLines(cause, `${indent}  `)}`;
}
