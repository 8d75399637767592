import { readSingleQuotedEscapes } from './bash-expansion';
import type { ShellCommand } from './shell-command';

/** Returns the output of a command before a pipe, if its words or heredoc show it; null for all others. */
export function pipedText({ words, stdin }: ShellCommand): string | null {
  const [program, ...rest] = words;
  if (program === 'cat') return rest.every((word) => word === '-') ? stdin : null;
  if (program === 'echo') return echoed(rest);
  if (program === 'printf') return printed(rest[0] === '--' ? rest.slice(1) : rest);
  return null;
}

function echoed(words: readonly string[]): string {
  let at = 0;
  while (/^-[neE]+$/.test(words[at] ?? '')) at += 1;
  const flags = words.slice(0, at).join('');
  const text = words.slice(at).join(' ');
  return (flags.includes('e') ? unescapeText(text) : text) + (flags.includes('n') ? '' : '\n');
}

/** Returns the output of `printf '%s' text`, and of formats that take no value. */
function printed([format = '', ...values]: readonly string[]): string | null {
  const pattern = unescapeText(format);
  if (/^%s\n?$/.test(pattern) && values.length === 1) return pattern.replace('%s', () => values[0] ?? '');
  return /%(?!%)/.test(pattern.replaceAll('%%', '')) ? null : pattern.replaceAll('%%', '%');
}

function unescapeText(text: string): string {
  return readSingleQuotedEscapes(text.replaceAll("'", "\\'"), 0).text;
}
