import { format, stripVTControlCharacters } from 'node:util';
import { escapeControl } from '../log-line';

/** All that moves a cursor, rings, hides or reverses text; tabs and line ends may stay. */
const CONTROL = /(?![\t\n])[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const LINE_END = /\r\n|\n/g;

/**
 * What may hold foreign text, fit for a log: colours go, control characters become `\\u001b`, and further lines are indented, so
 * that none of them passes for a line of ours.
 */
export function toConsoleText(text: string): string {
  return stripVTControlCharacters(text).replace(LINE_END, '\n    ').replace(CONTROL, escapeControl);
}

/** Whoever writes to this process's console (we, Next, next-auth) may quote what a stranger sent. */
export function keepConsoleReadable(): void {
  const to =
    (stream: NodeJS.WriteStream) =>
    (...parts: unknown[]): void =>
      void stream.write(`${toConsoleText(format(...parts))}\n`);
  console.log = to(process.stdout);
  console.info = console.log;
  console.debug = console.log;
  console.error = to(process.stderr);
  console.warn = console.error;
  console.trace = console.error;
}
