import { encodeDataArgument, encodeFileText } from './encode-data';
import type { ParsedOption } from './parse-options';

/** The combined data options of a command. */
export interface CommandData {
  /** Null without such options. */
  text: string | null;
  /** True for `--json`, which sets its own types. */
  isJson: boolean;
  /** True if all data is in files. */
  isInFiles: boolean;
  warnings: string[];
}

/** Joins data as curl does: `&` between pieces, but nothing before one of `--json`. */
export function joinData(options: readonly ParsedOption[], stdin: string | null): CommandData {
  const pieces: string[] = [];
  const warnings: string[] = [];
  let isJson = false;
  let hasData = false;
  let hasText = false;
  for (const option of options) {
    if (!/^(?:data|json)/.test(option.effect)) continue;
    const text = pieceOf(option, stdin);
    if (option.effect === 'json') isJson = true;
    if (text === null) {
      warnings.push(
        `The file in --${option.name} ${option.value.slice(0, 80)} is not in the command: ` +
          'put its content into the body.',
      );
    } else {
      if (hasData && option.effect !== 'json') pieces.push('&');
      pieces.push(text);
      hasText = true;
    }
    hasData = true;
  }
  return { text: hasData ? pieces.join('') : null, isJson, isInFiles: hasData && !hasText, warnings };
}

/** Returns one piece of the data; null if it is in a file. */
function pieceOf({ effect, name, value }: ParsedOption, stdin: string | null): string | null {
  if (effect === 'data-raw') return value;
  if (effect === 'data-urlencode') {
    const encoded = encodeDataArgument(value);
    if (encoded !== null) return encoded;
    return stdin !== null && value.endsWith('@-') ? encodeFileText(value, stdin) : null;
  }
  if (!value.startsWith('@')) return value;
  if (value !== '@-' || stdin === null) return null;
  const keepsLines = effect === 'json' || name === 'data-binary';
  return keepsLines ? stdin : stdin.replace(/[\r\n\0]/g, '');
}
