import { escapeControls } from '../platform/logging/log-line';
import type { Finding, Operations } from '../services/operations/schema';

const WORDS: Readonly<Record<Finding['level'], string>> = { error: 'ERROR', warning: 'WARN', info: 'INFO' };

/** One line for each finding; a last one says how much there is of what. */
export function findingLines({
  version,
  findings,
  processes,
  database,
}: Pick<Operations, 'version' | 'findings' | 'processes' | 'database'>): string {
  const lines = findings.map(
    ({ level, subject, message, action }) =>
      `${WORDS[level].padEnd(6)}${subject.padEnd(11)}${escapeControls(message)} ${escapeControls(action)}\n`,
  );
  const good = findings.some(({ level }) => level !== 'info') ? '' : 'No problem was found. ';
  const sum =
    `${good}Millrace ${version}, PostgreSQL ${database.version}, ` +
    `${processes.length} ${processes.length === 1 ? 'process' : 'processes'}.\n`;
  return `${lines.join('')}${sum}`;
}
