import { type ParseArgsConfig, parseArgs } from 'node:util';
import { closest } from '../../../lib/platform/text/closest';
import { UsageError } from './usage-error';

export type Options = NonNullable<ParseArgsConfig['options']>;

export const TEXT = { type: 'string' } as const;
export const TEXTS = { type: 'string', multiple: true } as const;
export const SWITCH = { type: 'boolean' } as const;

/** The flags and words that were typed behind a command. */
export class Arguments {
  readonly #values: Readonly<Record<string, unknown>>;
  readonly words: readonly string[];

  constructor(values: Readonly<Record<string, unknown>>, words: readonly string[]) {
    this.#values = values;
    this.words = words;
  }

  has(flag: string): boolean {
    return this.#values[flag] !== undefined;
  }

  text(flag: string): string | undefined {
    const value = this.#values[flag];
    return typeof value === 'string' ? value : undefined;
  }

  /** Returns the values of a flag that may be repeated or have several, separated by commas. */
  list(flag: string): string[] | undefined {
    const value = this.#values[flag];
    if (!Array.isArray(value)) return undefined;
    return value.flatMap((text: string) => text.split(',')).map((text) => text.trim());
  }

  /** @throws UsageError for another value */
  wholeNumber(flag: string, least: number, most = Number.MAX_SAFE_INTEGER): number | undefined {
    const text = this.text(flag);
    if (text === undefined) return undefined;
    const number = Number(text);
    if (text.trim() !== '' && Number.isInteger(number) && number >= least && number <= most) return number;
    const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
    throw new UsageError(`--${flag}: give a whole number ${range}.`);
  }
}

/**
 * Reads the flags and words behind a command. `words`: the names of its words; one that ends with `?` may be
 * missing, and a last one that ends with `…` is any number of them. @throws UsageError
 */
export function readArguments(
  args: readonly string[],
  options: Options,
  words: readonly string[] = [],
): Arguments {
  const { values, positionals } = parsed(args, options);
  const missing = words[positionals.length];
  if (missing !== undefined && !/[?…]$/.test(missing)) throw new UsageError(`${missing} is missing.`);
  const isOpen = words.at(-1)?.endsWith('…') ?? false;
  const extra = isOpen ? undefined : positionals[words.length];
  if (extra !== undefined) throw new UsageError(`"${extra}" is one word too many.`);
  return new Arguments(values, positionals);
}

function parsed(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: true });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') throw unknownFlag(args, options);
    throw new UsageError(message);
  }
}

function unknownFlag(args: readonly string[], options: Options): UsageError {
  const known = Object.keys(options);
  const flags = args.filter((arg) => arg.startsWith('-')).map((arg) => arg.split('=')[0] ?? '');
  const unknown = flags.find((flag) => !known.includes(flag.slice(2))) ?? flags[0] ?? '';
  const near = closest(unknown.slice(2), known);
  return new UsageError(`There is no ${unknown}.${near === null ? '' : ` Did you mean --${near}?`}`);
}
