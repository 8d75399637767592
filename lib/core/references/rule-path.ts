import type { Step } from './grammar';
import { stepText } from './path-text';

/** Stands for every index of a list and every key of an object: `[*]` or `.*`. */
export const EVERY = Symbol('every step');
export type RuleStep = Step | typeof EVERY;

export const MAX_PATH_CHARACTERS = 500;
export const MAX_PATH_STEPS = 50;

const INDEX = /^(?:0|[1-9][0-9]{0,9})$/;

/**
 * Reads a path inside a value, as the differences of a test write it, with `*` for every step:
 * `items[*].id`, `headers.x-trace`, `['odd key']`. Null if it is none. The empty path is the value itself.
 */
export function readRulePath(text: string): RuleStep[] | null {
  if (text.length > MAX_PATH_CHARACTERS) return null;
  const steps: RuleStep[] = [];
  for (let at = 0; at < text.length; ) {
    const found = text[at] === '[' ? readBracket(text, at) : readName(text, at);
    if (found === null || steps.length === MAX_PATH_STEPS) return null;
    steps.push(found.step);
    at = found.end;
  }
  return steps;
}

interface FoundStep {
  step: RuleStep;
  /** One past the step. */
  end: number;
}

/** Reads `.name`, or `name` at the beginning. Names may hold all but dots and brackets. */
function readName(text: string, at: number): FoundStep | null {
  if (at > 0 && text[at] !== '.') return null;
  const from = at === 0 ? 0 : at + 1;
  let end = from;
  while (end < text.length && text[end] !== '.' && text[end] !== '[') end += 1;
  if (end === from) return null;
  const name = text.slice(from, end);
  return { step: name === '*' ? EVERY : name, end };
}

/** Reads `[0]`, `[*]` or a key in quotes. */
function readBracket(text: string, at: number): FoundStep | null {
  const quote = text[at + 1];
  if (quote === "'" || quote === '"') return readKey(text, at + 2, quote);
  const close = text.indexOf(']', at);
  if (close === -1) return null;
  const inside = text.slice(at + 1, close);
  if (inside === '*') return { step: EVERY, end: close + 1 };
  return INDEX.test(inside) ? { step: Number(inside), end: close + 1 } : null;
}

function readKey(text: string, from: number, quote: string): FoundStep | null {
  let key = '';
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === quote) return text[at + 1] === ']' ? { step: key, end: at + 2 } : null;
    if (text[at] === '\\') at += 1;
    key += text[at] ?? '';
  }
  return null;
}

/** Writes what `readRulePath` reads. */
export const rulePathText = (steps: readonly RuleStep[]): string =>
  steps
    .map((step) => (step === EVERY ? '[*]' : stepText(step)))
    .join('')
    .replace(/^\./, '');
