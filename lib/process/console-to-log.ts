import { format } from 'node:util';
import { logger } from '../platform/logging/logger';

/**
 * What Next, next-auth and other packages print goes into the log: they quote requests and errors, raw. As
 * fields of a line strangers' texts can neither forge a line nor move a cursor, and of errors only what can't
 * hold anybody's input is kept.
 */
export function sendConsoleToLog(): void {
  const log = logger('console');
  const as =
    (level: 'debug' | 'info' | 'warn' | 'error') =>
    (...parts: unknown[]): void => {
      const error = parts.find((part) => part instanceof Error);
      const text = format(...parts.filter((part) => part !== error));
      log[level]('A package printed something', { text, error });
    };
  console.debug = as('debug');
  console.log = console.info = as('info');
  console.warn = console.trace = as('warn');
  console.error = as('error');
}
