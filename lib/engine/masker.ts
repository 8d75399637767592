import type { WorkflowDocument } from '../workflows/schema';
import type { RunPorts } from './ports';
import { CONCEALED, mapCredentials } from './references/credentials';
import { knownHeads } from './references/find-references';
import { slugOf } from './references/slug';

/** A value nobody may read in what a run leaves behind; `name` is null when it was typed in, not a variable. */
export interface Secret {
  name: string | null;
  value: string;
}

export interface Masker {
  /** True when there is nothing to mask: both functions then give back what they get. */
  readonly idle: boolean;
  text(text: string): string;
  /** A JSON value with every string in it masked, keys too; the same object when nothing was found. */
  value(value: unknown): unknown;
  /** One that masks these too: credentials that came up while a block ran. */
  with(credentials: readonly string[]): Masker;
}

const SHORTEST_PART = 4;
const SHORTEST_BASE64_PART = 6;
const MAX_DEPTH = 1_000;

const IDLE: Masker = {
  idle: true,
  text: (text) => text,
  value: (value) => value,
  with: (credentials) => createMasker(credentials.map((value) => ({ name: null, value }))),
};

/** Masks raw, URL-encoded, base64 and JSON-escaped forms; values of under 4 characters only when they stand alone. */
export function createMasker(secrets: readonly Secret[]): Masker {
  const masks = new Map<string, string>();
  const whole = new Map<string, string>();
  // A variable's name says more than that something is hidden.
  const named = [...secrets].sort((a, b) => Number(a.name === null) - Number(b.name === null));
  for (const { name, value } of named) {
    if (value === '' || whole.has(value)) continue;
    const mask = name === null ? CONCEALED : `{{${name}}}`;
    whole.set(value, mask);
    if (value.length < SHORTEST_PART) continue;
    for (const form of formsOf(value)) if (!masks.has(form)) masks.set(form, mask);
  }
  if (whole.size === 0) return IDLE;
  const forms = [...masks.keys()].sort((a, b) => b.length - a.length);
  const pattern = forms.length === 0 ? null : new RegExp(forms.map(escapePattern).join('|'), 'g');
  const text = (value: string): string => {
    const mask = whole.get(value);
    if (mask !== undefined) return mask;
    return pattern === null ? value : value.replace(pattern, (form) => masks.get(form) ?? CONCEALED);
  };
  return {
    idle: false,
    text,
    value: (value) => maskTree(value, text, 0),
    with: (credentials) => createMasker([...secrets, ...credentials.map((value) => ({ name: null, value }))]),
  };
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

function formsOf(value: string): Set<string> {
  const forms = new Set<string>([value]);
  const text = value.replace(/[\ud800-\udfff]/g, (half, at: number) => wellFormed(value, half, at));
  const encoded = encodeURIComponent(text);
  const strict = encoded.replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  const inForm = new URLSearchParams([['', text]]).toString().slice(1);
  for (const form of [encoded, strict, inForm, encodeURI(text)]) {
    for (const spaced of [form, form.replaceAll('%20', '+')]) {
      forms.add(spaced);
      forms.add(spaced.replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase()));
    }
  }
  const json = JSON.stringify(value).slice(1, -1);
  forms.add(json);
  forms.add(json.replaceAll('/', '\\/'));
  forms.add(json.replace(/[^\0-\x7e]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`));
  for (const form of base64Forms(value)) forms.add(form);
  return forms;
}

function wellFormed(text: string, half: string, at: number): string {
  const isHigh = half < '\udc00';
  const other = text.charCodeAt(isHigh ? at + 1 : at - 1);
  const paired = isHigh ? other >= 0xdc00 && other <= 0xdfff : other >= 0xd800 && other <= 0xdbff;
  return paired ? half : '\ufffd';
}

/** Base64 of the value alone, and the part of any longer text's base64 that its bytes decide by themselves. */
function base64Forms(value: string): string[] {
  const bytes = Buffer.from(value, 'utf8');
  const forms = [bytes.toString('base64'), bytes.toString('base64url')];
  for (const offset of [0, 1, 2]) {
    const padded = Buffer.concat([Buffer.alloc(offset), bytes]);
    const from = Math.ceil((offset * 8) / 6);
    const to = Math.floor((padded.length * 8) / 6);
    if (to - from < SHORTEST_BASE64_PART) continue;
    forms.push(padded.toString('base64').slice(from, to), padded.toString('base64url').slice(from, to));
  }
  return forms;
}

function maskTree(value: unknown, text: (text: string) => string, depth: number): unknown {
  if (typeof value === 'string') return text(value);
  if (typeof value === 'number') {
    const shown = String(value);
    if (shown.length < SHORTEST_PART) return value;
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
  const entries = Object.entries(object).map(([key, item]) => {
    const shownKey = text(key);
    const shown = maskTree(item, text, depth + 1);
    changed ||= shownKey !== key || shown !== item;
    return [shownKey, shown] as const;
  });
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

/** The document as logs show it: credentials that were typed in are concealed. The same object when there are none. */
export function redactDocument(document: WorkflowDocument): WorkflowDocument {
  const isKnownHead = knownHeads(Object.values(document.blocks).map(({ name }) => slugOf(name)));
  let changed = false;
  const blocks = Object.entries(document.blocks).map(([id, block]) => {
    const config = mapCredentials(block.config, isKnownHead, () => CONCEALED) as typeof block.config;
    if (config === block.config) return [id, block] as const;
    changed = true;
    return [id, { ...block, config }] as const;
  });
  return changed ? { ...document, blocks: Object.fromEntries(blocks) } : document;
}
