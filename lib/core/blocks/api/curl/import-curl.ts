import { ImportError, type ImportResult } from '../../import-export';
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
// Words that may stand before the command, as in `FOO=bar sudo curl …`.
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

const MAX_COMMANDS = 50;

/** Imports the first curl command in a pasted text for bash, cmd.exe or PowerShell. Throws `ImportError`. */
export function importCurl(text: string): ImportResult {
  const [first, second] = findCommands(text);
  if (first === undefined)
    throw new ImportError('There is no curl command in this text. It must begin with curl.');
  const result = resultOf(first);
  if (second !== undefined) result.warnings.push('Only the first curl command was taken.');
  return result;
}

/** Imports all commands; `--next` begins another one. Throws `ImportError`, also if one is no request. */
export function importCurls(text: string): ImportResult[] {
  const found = findCommands(text);
  if (found.length < 2) return [importCurl(text)];
  const results = found.slice(0, MAX_COMMANDS).map(resultOf);
  if (found.length > MAX_COMMANDS)
    results[0]?.warnings.push(`Only the first ${MAX_COMMANDS} of ${found.length} commands were taken.`);
  return results;
}

function resultOf({ command, words }: FoundCommand): ImportResult {
  const result = buildConfig(parseOptions(words), command.stdin);
  const notes = [...command.warnings, ...result.warnings];
  if (command.variables.size > 0) {
    const names = [...command.variables].slice(0, 20).map((variable) => `{{${variable}}}`);
    notes.push(`Shell variables became variables of the workspace; set them there: ${names.join(', ')}.`);
  }
  return { ...result, warnings: notes };
}

interface FoundCommand {
  command: ShellCommand;
  /** The words after `curl`. */
  words: string[];
}

function findCommands(text: string): FoundCommand[] {
  if (text.length > MAX_COMMAND_CHARACTERS) {
    throw new ImportError('The command is longer than 2 million characters. Paste a shorter one.');
  }
  const source = withoutPrompt(text.replace(/^\ufeff/, '').replaceAll('\0', ''));
  const found = commandsIn(source);
  return found.length > 0 ? found : commandsIn(insideSubstitution(source)).slice(0, 1);
}

function commandsIn(text: string): FoundCommand[] {
  const known = new Map<string, string>();
  const reader = readerFor(text, known);
  const found: FoundCommand[] = [];
  let piped: string | null = null;
  for (let command = reader.next(); command !== null; command = reader.next()) {
    const start = commandStart(command.words);
    if (CURL.test(command.words[start] ?? '')) {
      command.stdin ??= piped;
      const requests = splitAtNext(command.words.slice(start + 1));
      found.push(...requests.map((words) => ({ command, words })));
      piped = null;
    } else {
      noteAssignments(command.words, known);
      piped = command.pipesOn ? pipedText(command) : null;
    }
  }
  return found;
}

/** Splits at `--next`: one curl may send several requests, each with options of its own. */
function splitAtNext(words: readonly string[]): string[][] {
  const requests: string[][] = [[]];
  for (const word of words) {
    if (word === '--next' || word === '-:') requests.push([]);
    else requests.at(-1)?.push(word);
  }
  return requests.filter((request) => request.length > 0);
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

/** Stores `TOKEN=abc` from a line of its own, so that a later `$TOKEN` is known. */
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

/** Returns the command inside `TOKEN=$(curl …)`. */
function insideSubstitution(text: string): string {
  const start = text.search(/(?:\$\(|`)\s{0,20}curl\s/);
  return start === -1 ? '' : text.slice(start).replace(/^(?:\$\(|`)/, '');
}
