import { ExactNumber } from '../../platform/text/exact-number';
import { whyNotInside } from '../../platform/text/masked-inside';
import type { Secret } from '../blocks/secret';
import { CONCEALED, mapCredentials } from '../references/credentials';
import { knownHeads } from '../references/find-references';
import { slugOf } from '../references/slug';
import type { WorkflowDocument } from '../workflow/schema';
import { createLiteralSearch, SHORTEST_LITERAL } from './literal-search';
import type { RunPorts } from './ports';
import { secretForms } from './secret-forms';

export interface Masker {
  /** True when there is nothing to mask: both functions then give back what they get. */
  readonly idle: boolean;
  /** All that it masks, for others that handle the same values. */
  readonly secrets: readonly Secret[];
  /** What it looks for inside of texts; null when everything is withheld. */
  readonly literals: readonly string[] | null;
  /** What it masks only where it is the whole text. */
  readonly wholes: readonly string[];
  text(text: string): string;
  /** The same of a piece of a text that is longer, or may come to be. */
  piece(text: string): string;
  /** A JSON value with every string in it masked, keys too; the same object when nothing was found. */
  value(value: unknown): unknown;
  /** One that masks these too: credentials that came up while a block ran, secrets of a called workflow. */
  with(secrets: readonly (string | Secret)[]): Masker;
}

export const holdsSecret = (masker: Masker, text: string): boolean =>
  !masker.idle && masker.text(text) !== text;

const MAX_DEPTH = 1_000;

/** Stands for what masking failed on: rather nothing is shown than a secret. */
export const UNMASKABLE = '[could not be masked]';

/** Told of a failure of masking: a defect of ours. Its message may hold what was to be masked. */
export type OnMaskingFailure = (cause: unknown) => void;

interface Kept {
  secrets: readonly Secret[];
  /** Of values that another masker has been made for already. */
  forms: Map<string, ReadonlySet<string>>;
  onFailure: OnMaskingFailure;
}

/**
 * Masks secrets raw, URL-encoded, as Base64 or hexadecimal digits, JSON-escaped, in capitals or small letters
 * only, and reversed; short values and common words only when they stand alone. Never throws: what can't be
 * masked is withheld.
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
    return maskerFor({ ...kept, secrets: [...kept.secrets, ...unknown.values()] });
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

/** Null when there is nothing to mask. */
function textMasker({ secrets, forms }: Kept): TextMasker | null {
  const masks = new Map<string, string>();
  const whole = new Map<string, string>();
  // A variable's name says more than that something is hidden.
  const named = [...secrets].sort((a, b) => Number(a.name === null) - Number(b.name === null));
  for (const { name, value } of named) {
    if (value === '' || whole.has(value)) continue;
    const mask = name === null ? CONCEALED : `{{${name}}}`;
    whole.set(value, mask);
    if (whyNotInside(value) !== null) continue;
    const known = forms.get(value) ?? secretForms(value);
    forms.set(value, known);
    for (const form of known) if (!masks.has(form)) masks.set(form, mask);
  }
  if (whole.size === 0) return null;
  const inside = masks.size === 0 ? same<string> : createLiteralSearch(masks).replace;
  const wholes = [...whole.keys()].filter((value) => !masks.has(value));
  const mask = (text: string) => whole.get(text) ?? inside(text);
  return { mask, inside, literals: [...masks.keys()], wholes };
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
  // Unmasked must not slip through, and the stack has an end.
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

/** What must be masked in a run of these texts: credentials typed in, and the variables they name. */
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

/**
 * The document as logs show it: credentials that were typed in are concealed. The same object when there are
 * none.
 */
export function redactDocument(document: WorkflowDocument): WorkflowDocument {
  return mapDocumentCredentials(document, () => CONCEALED);
}

/** As `mapCredentials`, of every block. */
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
