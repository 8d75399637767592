import { isSensitiveName } from '../../../references/credentials';
import type { ImportedSecret } from '../../import-export';
import { serviceOf, variableName } from './suggest-names';

const MORE_SENSITIVE_NAMES =
  /^(?:x[-_])?(?:key|auth|sig|signature|pwd|passwd|passphrase|access|session|sid|credential|jwt|bearer)$|access[-_]?key|private[-_]?key|session[-_]?id|passwd|passphrase|credential|x-auth/i;
/** Tokens that are recognisable by their form. */
const TOKEN_SHAPE =
  /^(?:[spr]k_(?:live|test)_|gh[pousr]_|github_pat_|glpat-|xox[abeprs]-|AKIA[0-9A-Z]{12}|AIza[\w-]{20}|SG\.[\w-]{16}|sk-[\w-]{16}|eyJ[\w-]{8,}\.eyJ|ya29\.|shpat_|npm_[A-Za-z0-9]{20})/;
const SCHEME =
  /^(?:Bearer|Basic|Token|ApiKey|Api-Key|Key|Bot|OAuth|GenieKey|Splunk|SSWS|AccessKey|JWT)[ ]+(?=\S)/i;
const PLACEHOLDER = /\{\{\w+\}\}|^<[^<>]*>$/;
/** A key with a string without escapes, in the text of a JSON body. */
const JSON_PAIR = /"([^"\\]{1,80})"\s{0,20}:\s{0,20}"([^"\\]{1,4096})"/g;
const MAX_SECRETS = 20;

const CREDENTIALS_OF_AUTH = [
  ['token', 'TOKEN'],
  ['apiKey', 'API_KEY'],
  ['clientSecret', 'CLIENT_SECRET'],
] as const;

type Path = ReadonlyArray<string | number>;

/** Finds the credentials typed into a config of this block, in the order of its fields. */
export function findSecrets(config: Readonly<Record<string, unknown>>): ImportedSecret[] {
  const found: ImportedSecret[] = [];
  // A name that the request reads already is another variable's.
  const read = Array.from(JSON.stringify(config).matchAll(/\{\{(\w+)\}\}/g), ([, name = '']) => name);
  const names = new Map<string, string | null>(read.map((name) => [name, null]));
  const service = serviceOf(String(config.url ?? ''));
  const add = (path: Path, start: number, value: string, word: string) => {
    if (found.length === MAX_SECRETS) return;
    found.push({ path, start, value, suggestedName: uniqueName(names, variableName(service, word), value) });
  };
  const { kind, username = '', password = '' } = Object(config.auth);
  if (kind === 'basic' && password !== '' && !PLACEHOLDER.test(password))
    add(['auth', 'password'], 0, password, 'PASSWORD');
  // Many services take their key as a user without a password.
  else if (kind === 'basic' && password === '' && username !== '' && !PLACEHOLDER.test(username))
    add(['auth', 'username'], 0, username, 'KEY');
  for (const [member, word] of CREDENTIALS_OF_AUTH) {
    const value = Object(config.auth)[member];
    if (typeof value === 'string' && value !== '' && !PLACEHOLDER.test(value))
      add(['auth', member], 0, value, word);
  }
  for (const [path, key, text] of rowsOf(config)) {
    const isHeader = path[0] === 'headers';
    if (PLACEHOLDER.test(text) || text.trim() === '') continue;
    const start = isHeader ? (SCHEME.exec(text)?.[0].length ?? 0) : 0;
    const value = text.slice(start).trimEnd();
    if (isSensitiveName(key) || MORE_SENSITIVE_NAMES.test(key) || TOKEN_SHAPE.test(value)) {
      add(path, start, value, wordFor(key, text, value));
    }
  }
  const text = bodyText(config.body);
  for (const match of text?.matchAll(JSON_PAIR) ?? []) {
    const [whole, key = '', value = ''] = match;
    const isSecret =
      isSensitiveName(key) || /^(?:pwd|passwd|passphrase)$/i.test(key) || TOKEN_SHAPE.test(value);
    if (!isSecret || PLACEHOLDER.test(value)) continue;
    add(['body', 'value'], match.index + whole.length - 1 - value.length, value, wordFor(key, value, value));
  }
  return found;
}

function* rowsOf(config: Readonly<Record<string, unknown>>): Generator<[Path, string, string]> {
  const body = Object(config.body);
  const tables: Array<[Path, unknown]> = [
    [['headers'], config.headers],
    [['params'], config.params],
    [['body', 'rows'], body.rows],
  ];
  for (const [path, rows] of tables) {
    if (!Array.isArray(rows)) continue;
    for (const [index, row] of rows.entries()) {
      if (typeof row?.key !== 'string' || typeof row.value !== 'string') continue;
      yield [[...path, index, 'value'], row.key, row.value];
    }
  }
}

function bodyText(body: unknown): string | null {
  const { kind, value } = Object(body);
  return kind === 'json' && typeof value === 'string' ? value : null;
}

function wordFor(key: string, text: string, value: string): string {
  if (/^[spr]k[_-]/.test(value)) return 'KEY';
  if (key.toLowerCase() !== 'authorization') return shortKey(key);
  if (!/^basic /i.test(text)) return 'TOKEN';
  // Many services take their key as a user without a password.
  return isKeyAlone(value) ? 'KEY' : 'BASIC_AUTH';
}

function isKeyAlone(base64: string): boolean {
  try {
    return atob(base64).endsWith(':');
  } catch {
    return false; // Not Base64, so it is no user and password either.
  }
}

/** `X-API-Key` → `API_KEY`. */
function shortKey(key: string): string {
  return key.replace(/^x[-_]/i, '').replace(/([a-z])([A-Z])/g, '$1_$2');
}

/** Returns a free name for a value; the same value always gets the same name. */
function uniqueName(names: Map<string, string | null>, wanted: string, value: string): string {
  for (let count = 1; ; count++) {
    const name = count === 1 ? wanted : `${wanted}_${count}`;
    const holder = names.get(name);
    if (holder !== undefined && holder !== value) continue;
    names.set(name, value);
    return name;
  }
}
