import { type CurlOption, findLongOption, findShortOption } from './curl-options';

/** An option as written, with its effect. Words that are no option are addresses: effect `url`. */
export interface ParsedOption extends CurlOption {
  /** Empty for a flag. */
  value: string;
}

export interface ParsedOptions {
  options: ParsedOption[];
  /** Unknown options, as written. */
  unknown: string[];
  /** Options whose value is missing at the end. */
  incomplete: string[];
}

const URL_OPTION: CurlOption = { name: 'url', takesValue: true, effect: 'url' };

/** Reads the words after `curl`, of one request. */
export function parseOptions(words: readonly string[]): ParsedOptions {
  const parsed: ParsedOptions = { options: [], unknown: [], incomplete: [] };
  for (let at = 0; at < words.length; at++) {
    // Word processors turn `--` into a dash.
    const word = (words[at] ?? '').replace(/^[–—]-?/, '--');
    if (word.length < 2 || !word.startsWith('-')) {
      if (word !== '') parsed.options.push({ ...URL_OPTION, value: word });
      continue;
    }
    if (word === '--') continue;
    const { needsValue, isLast } = word.startsWith('--') ? readLong(word, parsed) : readShort(word, parsed);
    if (isLast) break;
    if (needsValue === null) continue;
    at += 1;
    const value = words[at];
    if (value === undefined) parsed.incomplete.push(word);
    else parsed.options.push({ ...needsValue, value });
  }
  return parsed;
}

interface Step {
  /** The option whose value is the next word. */
  needsValue: CurlOption | null;
  isLast: boolean;
}

const DONE: Step = { needsValue: null, isLast: false };

/** Reads `--name value`, and `--name=value`, which curl itself rejects but people write. */
function readLong(word: string, parsed: ParsedOptions): Step {
  const equals = word.indexOf('=');
  const name = word.slice(2, equals === -1 ? undefined : equals);
  const option = findLongOption(name);
  if (option === null) {
    parsed.unknown.push(`--${name}`);
    return DONE;
  }
  if (option.effect === 'next') return { needsValue: null, isLast: true };
  if (!option.takesValue) parsed.options.push({ ...option, value: '' });
  else if (equals !== -1) parsed.options.push({ ...option, value: word.slice(equals + 1) });
  else return { needsValue: option, isLast: false };
  return DONE;
}

/** Reads `-sSL`, `-XPOST`, `-sX POST`. */
function readShort(word: string, parsed: ParsedOptions): Step {
  for (let at = 1; at < word.length; at++) {
    const letter = word[at] ?? '';
    const option = findShortOption(letter);
    if (option === null) {
      parsed.unknown.push(`-${letter}`);
      continue;
    }
    if (option.effect === 'next') return { needsValue: null, isLast: true };
    if (!option.takesValue) {
      parsed.options.push({ ...option, value: '' });
      continue;
    }
    const rest = word.slice(at + 1);
    if (rest === '') return { needsValue: option, isLast: false };
    parsed.options.push({ ...option, value: rest });
    return DONE;
  }
  return DONE;
}
