import { ImportError, type ImportResult } from '../../block';
import { BashReader } from './bash-words';
import { buildConfig } from './build-config';
import { parseOptions } from './parse-options';
import { pipedText } from './piped-text';
import { PowerShellReader } from './powershell-words';
import type { ShellCommand, ShellReader } from './shell-command';
import { withoutPrompt } from './shell-prompt';
import { CmdReader } from './windows-words';

const MAX_COMMAND_CHARACTERS = 2_000_000;
const CURL = /^(?:.*[\\/])?curl(?:\.exe)?$/i;
const ASSIGNMENT = /^([A-Za-z_]\w{0,63})=/;
const POWERSHELL_ASSIGNMENT = /^\$|^\{\{/;
// `FOO=bar sudo curl …`: what may stand before the command itself.
const LEADING_WORDS = new Set([
  'sudo',
  'time',
  'env',
  'command',
  'exec',
  'nohup',
  'do',
  'then',
  'export',
  'if',
  '!',
]);

/** A pasted curl command, of bash, cmd.exe or PowerShell, as a config. Throws `ImportError`. */
export function importCurl(text: string): ImportResult {
  if (text.length > MAX_COMMAND_CHARACTERS) {
    throw new ImportError('The command is longer than 2 million characters. Paste a shorter one.');
  }
  const source = withoutPrompt(text.replace(/^\ufeff/, '').replaceAll('\0', ''));
  const found = findCommand(source) ?? findCommand(insideSubstitution(source));
  if (found === null)
    throw new ImportError('There is no curl command in this text. It must begin with curl.');
  const { command, words, hasMore } = found;
  const { config, warnings, secrets, name } = buildConfig(parseOptions(words), command.stdin);
  const notes = [...command.warnings, ...warnings];
  if (hasMore) notes.push('Only the first curl command was taken.');
  if (command.variables.size > 0) {
    const names = [...command.variables].slice(0, 20).map((variable) => `{{${variable}}}`);
    notes.push(`Shell variables became variables of the workspace; set them there: ${names.join(', ')}.`);
  }
  return { config, warnings: notes, secrets, ...(name === undefined ? {} : { name }) };
}

interface FoundCommand {
  command: ShellCommand;
  /** Behind `curl`. */
  words: string[];
  hasMore: boolean;
}

function findCommand(text: string): FoundCommand | null {
  const known = new Map<string, string>();
  const reader = readerFor(text, known);
  let found: FoundCommand | null = null;
  let piped: string | null = null;
  for (let command = reader.next(); command !== null; command = reader.next()) {
    const start = commandStart(command.words);
    if (CURL.test(command.words[start] ?? '')) {
      if (found !== null) return { ...found, hasMore: true };
      const words = command.words.slice(start + 1);
      command.stdin ??= piped;
      found = { command, words, hasMore: words.includes('--next') || words.includes('-:') };
    } else if (found === null) {
      noteAssignments(command.words, known);
      piped = command.pipesOn ? pipedText(command) : null;
    }
  }
  return found;
}

function readerFor(text: string, known: ReadonlyMap<string, string>): ShellReader {
  const hasBashLines = /\\[ \t]*\r?\n/.test(text);
  if (!hasBashLines && /[ \t]`[ \t]*\r?\n/.test(text)) return new PowerShellReader(text, known);
  const hasCarets = /\^\r?\n|(?:^|\s)\^"|^\s*[A-Za-z]:\\/.test(text);
  const hasDoubledQuotes = !text.includes("'") && /[^\s"=]""[^\s"]/.test(text);
  return !hasBashLines && (hasCarets || hasDoubledQuotes) ? new CmdReader(text) : new BashReader(text, known);
}

function commandStart(words: readonly string[]): number {
  const start = words.findIndex((word) => !LEADING_WORDS.has(word) && !ASSIGNMENT.test(word));
  return start === -1 ? words.length : start;
}

/** `TOKEN=abc` on a line of its own: later `$TOKEN` is known. */
function noteAssignments(words: readonly string[], known: Map<string, string>): void {
  const [first = '', second, third] = words;
  if (second === '=' && third !== undefined && POWERSHELL_ASSIGNMENT.test(first)) {
    known.set(first.replace(/[${}]|env:/g, ''), third);
    return;
  }
  for (const word of words) {
    const name = ASSIGNMENT.exec(word)?.[1];
    if (name !== undefined) known.set(name, word.slice(name.length + 1));
  }
}

/** `TOKEN=$(curl …)`: the command inside. */
function insideSubstitution(text: string): string {
  const start = text.search(/(?:\$\(|`)\s{0,20}curl\s/);
  return start === -1 ? '' : text.slice(start).replace(/^(?:\$\(|`)/, '');
}
