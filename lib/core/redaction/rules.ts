import { writeJson } from '../../platform/text/json-text';
import { EVERY, type RuleStep, readRulePath } from '../references/rule-path';
import { slugOf } from '../references/slug';

/** Stands in a log for a value that was left out on purpose. */
export const REDACTED = '[redacted]';

export const MOST_RULES_OF_A_KIND = 100;
export const MAX_NAME_CHARACTERS = 64;
export const MAX_REDACTED_PATH_CHARACTERS = 300;

/** The head of paths into the input of a run. */
export const RUN_INPUT = 'input';

/** The values that are left out of what is stored of a run. */
export interface RedactionRules {
  /** Names of members, at any depth: `password`. */
  names: readonly string[];
  /** Places in the outputs of blocks, or in the run's input: `api.data.customer.email`. */
  paths: readonly string[];
}

/** The same, prepared for runs and shared by them. */
export interface PreparedRules {
  /** As `nameForm` returns them. */
  names: ReadonlySet<string>;
  /** Steps by slug of the block, or `input`. */
  paths: ReadonlyMap<string, ReadonlyArray<readonly RuleStep[]>>;
}

export const NO_RULES: PreparedRules = { names: new Set(), paths: new Map() };

/** Members of a block's error that the product reads itself. */
const NEVER_BY_NAME: ReadonlySet<string> = new Set([
  'code',
  'message',
  'blockid',
  'blockname',
  'field',
  'phase',
  'retryable',
  'retryafterms',
  'attempts',
  'iteration',
  'limit',
  'scope',
]);

/** Returns a name as names are compared: `Card_Number` and `cardNumber` are the same. */
export const nameForm = (name: string): string =>
  name.toLowerCase().replaceAll('_', '').replaceAll('-', '').replaceAll(' ', '');

/** Explains why values can't be redacted by a name; null if they can. */
export function whyNotName(name: string): string | null {
  const form = nameForm(name);
  if (form === '') return 'Give a name such as password.';
  if (name.length > MAX_NAME_CHARACTERS) return `A name has at most ${MAX_NAME_CHARACTERS} characters.`;
  if (name.includes('.') || name.includes('['))
    return `“${name}” is a path. Add it to the paths, with the name of a block before it.`;
  if (NEVER_BY_NAME.has(form))
    return `Every error has a member “${name}”, so it can’t be redacted by its name. Add a path.`;
  return null;
}

/** Explains why values can't be redacted by a path; null if they can. */
export const whyNotPath = (path: string): string | null =>
  readRedactedPath(path) === null
    ? `“${path}” is not a path. Write a block’s name or “input”, and members: api.data.customer.email, ` +
      'input.items[*].iban.'
    : null;

interface RedactedPath {
  /** Slug of the block, or `input`. */
  head: string;
  steps: readonly RuleStep[];
}

/** Reads `api.data[0].email`, with or without the brackets of a reference. */
export function readRedactedPath(path: string): RedactedPath | null {
  if (path.length > MAX_REDACTED_PATH_CHARACTERS) return null;
  const text = path.startsWith('<') && path.endsWith('>') ? path.slice(1, -1) : path;
  const end = [text.indexOf('.'), text.indexOf('[')].filter((at) => at !== -1);
  if (end.length === 0) return null;
  const at = Math.min(...end);
  const head = slugOf(text.slice(0, at));
  const steps = readRulePath(text.slice(text[at] === '.' ? at + 1 : at));
  return head === '' || steps === null || steps.length === 0 ? null : { head, steps };
}

/** Prepares rules; null if there are none. Paths that can't be read are left out. */
export function prepareRules({ names, paths }: RedactionRules): PreparedRules | null {
  if (names.length === 0 && paths.length === 0) return null;
  const byHead = new Map<string, Array<readonly RuleStep[]>>();
  for (const path of paths) {
    const read = readRedactedPath(path);
    if (read === null) continue;
    const known = byHead.get(read.head);
    if (known) known.push(read.steps);
    else byHead.set(read.head, [read.steps]);
  }
  return { names: new Set(names.map(nameForm)), paths: byHead };
}

/** True if a value of a log holds the mark of a redacted one. */
export const holdsRedacted = (value: unknown): boolean => (writeJson(value) ?? '').includes(REDACTED);

/** Returns the keys of a value that a step leads to. */
export function keysAt(value: object, step: RuleStep): readonly string[] {
  if (step === EVERY) return Object.keys(value);
  const key = String(step);
  return Object.hasOwn(value, key) ? [key] : [];
}
