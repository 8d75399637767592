import { ExactNumber } from '../../platform/text/exact-number';
import { whyNotInside } from '../../platform/text/masked-inside';
import type { Secret } from '../blocks/secret';
import { REDACTED } from '../redaction/rules';
import { CONCEALED, mapCredentials } from '../references/credentials';
import { knownHeads } from '../references/find-references';
import { slugOf } from '../references/slug';
import type { WorkflowDocument } from '../workflow/schema';
import { createLiteralSearch, SHORTEST_LITERAL } from './literal-search';
import type { RunPorts } from './ports';
import { secretForms, sentForms } from './secret-forms';

export interface Masker {
  /** True if there is nothing to mask: then its functions return their arguments. */
  readonly idle: boolean;
  /** All secrets that it masks, for other code that handles the same values. */
  readonly secrets: readonly Secret[];
  /** The literals it looks for inside texts; null if everything is withheld. */
  readonly literals: readonly string[] | null;
  /** The secrets it masks only where they are the whole text. */
  readonly wholes: readonly string[];
  text(text: string): string;
  /** Masks a piece of a text that is longer, or may become longer. */
  piece(text: string): string;
  /** Masks every string in a JSON value, keys too; returns the same object if nothing was found. */
  value(value: unknown): unknown;
  /** Returns a masker for these too: credentials found while a block ran, secrets of a called workflow. */
  with(secrets: readonly (string | Secret)[]): Masker;
}

export const holdsSecret = (masker: Masker, text: string): boolean =>
  !masker.idle && masker.text(text) !== text;

const MAX_DEPTH = 1_000;

/**
 * The characters of all secrets that are looked for in all forms; longer ones only as they are sent and
 * logged. A megabyte in all forms would take a second of the event loop and 50 MB of memory.
 */
const MOST_IN_ALL_FORMS = 128 * 1024;

/** Replaces a value that could not be masked: showing nothing is better than showing a secret. */
export const UNMASKABLE = '[could not be masked]';

/** Called if masking failed, which is a defect. The cause's message may contain the unmasked text. */
export type OnMaskingFailure = (cause: unknown) => void;

interface Kept {
  secrets: readonly Secret[];
  /** The forms of values that another masker was made for already. */
  forms: Map<string, ReadonlySet<string>>;
  onFailure: OnMaskingFailure;
}

/**
 * Creates a masker for secrets raw, URL-encoded, as Base64 or hexadecimal digits, JSON-escaped, all in
 * capitals or small letters, and reversed; short values and common words only when they stand alone.
 * Never throws: values that can't be masked are withheld.
 */
export function createMasker(secrets: readonly Secret[], onFailure: OnMaskingFailure = () => {}): Masker {
  return maskerFor({ secrets, forms: new Map(), onFailure });
}

function maskerFor(kept: Kept): Masker {
  const more = (given: readonly (string | Secret)[]): Masker => {
    const known = new Set(kept.secrets.map(({ value }) => value));
    const unknown = new Map<string, Secret>();
    for (const each of given) {
      const secret = typeof each === 'string' ? { name: null, value: each } : each;
      if (secret.value !== '' && !known.has(secret.value)) unknown.set(secret.value, secret);
    }
    if (unknown.size === 0) return masker;
    // Forms are shared with the other runs of a workflow, but values that one run has found are its own.
    const isOwn = [...unknown.values()].some(({ redacted }) => redacted);
    const forms = isOwn ? new Map(kept.forms) : kept.forms;
    return maskerFor({ ...kept, forms, secrets: [...kept.secrets, ...unknown.values()] });
  };
  const guarded = <T>(mask: (value: T) => T, value: T): T | typeof UNMASKABLE => {
    try {
      return mask(value);
    } catch (cause) {
      kept.onFailure(cause);
      return UNMASKABLE;
    }
  };
  const text = guarded(() => textMasker(kept), null);
  const { secrets } = kept;
  const masker: Masker =
    text === null
      ? { ...IDLE, secrets, with: more }
      : text === UNMASKABLE
        ? { ...WITHHOLDING, secrets, with: () => masker }
        : {
            idle: false,
            secrets,
            literals: text.literals,
            wholes: text.wholes,
            text: (value) => guarded(text.mask, value),
            piece: (value) => guarded(text.inside, value),
            value: (value) => guarded((whole: unknown) => maskTree(whole, text.mask, 0), value),
            with: more,
          };
  return masker;
}

const same = <T>(value: T): T => value;
const IDLE = { idle: true, literals: [], wholes: [], text: same, piece: same, value: same };

const withhold = () => UNMASKABLE;
const WITHHOLDING = {
  idle: false,
  literals: null,
  wholes: [],
  text: withhold,
  piece: withhold,
  value: withhold,
};

interface TextMasker {
  mask: (text: string) => string;
  inside: (text: string) => string;
  literals: readonly string[];
  wholes: readonly string[];
}

/** Returns null if there is nothing to mask. */
function textMasker({ secrets, forms }: Kept): TextMasker | null {
  const masks = new Map<string, string>();
  const whole = new Map<string, string>();
  const inAllForms = shortestOf(secrets);
  // Named secrets come first: a variable's name says more than that something is hidden.
  const named = [...secrets].sort((a, b) => Number(a.name === null) - Number(b.name === null));
  for (const secret of named) {
    const { value } = secret;
    if (value === '' || whole.has(value)) continue;
    const mask = markOf(secret);
    whole.set(value, mask);
    if (whyNotInside(value) !== null) continue;
    const known = forms.get(value) ?? (inAllForms.has(value) ? secretForms(value) : sentForms(value));
    forms.set(value, known);
    for (const form of known) if (!masks.has(form)) masks.set(form, mask);
  }
  if (whole.size === 0) return null;
  const inside = masks.size === 0 ? same<string> : createLiteralSearch(masks).replace;
  const wholes = [...whole.keys()].filter((value) => !masks.has(value));
  const mask = (text: string) => whole.get(text) ?? inside(text);
  return { mask, inside, literals: [...masks.keys()], wholes };
}

const markOf = ({ name, redacted }: Secret): string => {
  if (redacted) return REDACTED;
  return name === null ? CONCEALED : `{{${name}}}`;
};

/** Returns the values that are looked for in all forms: a long one never takes the room of a short one. */
function shortestOf(secrets: readonly Secret[]): ReadonlySet<string> {
  const values = [...new Set(secrets.map(({ value }) => value))].sort((a, b) => a.length - b.length);
  let room = MOST_IN_ALL_FORMS;
  return new Set(
    values.filter(({ length }) => {
      room -= length;
      return room >= 0;
    }),
  );
}

function maskTree(value: unknown, text: (text: string) => string, depth: number): unknown {
  if (typeof value === 'string') return text(value);
  if (typeof value === 'number' || value instanceof ExactNumber) {
    const shown = String(value);
    if (shown.length < SHORTEST_LITERAL) return value;
    const masked = text(shown);
    return masked === shown ? value : masked;
  }
  if (typeof value !== 'object' || value === null) return value;
  // Deeper values must not slip through unmasked, and the stack has an end.
  if (depth > MAX_DEPTH) return '[nested too deeply]';
  return Array.isArray(value) ? maskList(value, text, depth) : maskObject(value, text, depth);
}

function maskList(list: unknown[], text: (text: string) => string, depth: number): unknown {
  let masked: unknown[] | null = null;
  for (let index = 0; index < list.length; index += 1) {
    const item = maskTree(list[index], text, depth + 1);
    if (item === list[index]) continue;
    masked ??= [...list];
    masked[index] = item;
  }
  return masked ?? list;
}

function maskObject(object: object, text: (text: string) => string, depth: number): unknown {
  let changed = false;
  const entries = Object.entries(object);
  for (const entry of entries) {
    const [key, item] = entry;
    entry[0] = text(key);
    entry[1] = maskTree(item, text, depth + 1);
    changed ||= entry[0] !== key || entry[1] !== item;
  }
  return changed ? Object.fromEntries(entries) : object;
}

/** Returns the secrets of a run: credentials typed in, and the values of the variables named. */
export function secretsIn(
  { literalSecrets, variableNames }: { literalSecrets: readonly string[]; variableNames: readonly string[] },
  { variables, plainVariables }: Pick<RunPorts, 'variables' | 'plainVariables'>,
): Secret[] {
  const secrets: Secret[] = literalSecrets.map((value) => ({ name: null, value }));
  for (const name of variableNames) {
    const value = variables.get(name);
    if (value !== undefined && !plainVariables?.has(name)) secrets.push({ name, value });
  }
  return secrets;
}

/** Conceals the credentials typed into a document, for logs. Returns the same object if there are none. */
export function redactDocument(document: WorkflowDocument): WorkflowDocument {
  return mapDocumentCredentials(document, () => CONCEALED);
}

/** Applies `mapCredentials` to every block. */
export function mapDocumentCredentials(
  document: WorkflowDocument,
  replace: (credential: string) => string,
  replaceWritten?: (written: string) => string,
): WorkflowDocument {
  const isKnownHead = knownHeads(Object.values(document.blocks).map(({ name }) => slugOf(name)));
  let changed = false;
  const blocks = Object.entries(document.blocks).map(([id, block]) => {
    const config = mapCredentials(block.config, isKnownHead, replace, replaceWritten) as typeof block.config;
    if (config === block.config) return [id, block] as const;
    changed = true;
    return [id, { ...block, config }] as const;
  });
  return changed ? { ...document, blocks: Object.fromEntries(blocks) } : document;
}
