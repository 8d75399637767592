import { parseExact } from '@/lib/platform/text/exact-number';
import { writeJson } from '@/lib/platform/text/json-text';
import type { EditedRow } from './row-list';

const OFF = '#';
const CONTINUED = '  ';

/** Writes rows as `key: value` lines; `#` disables one, indented lines continue the value above. */
export function textFromRows(rows: readonly EditedRow[]): string {
  return rows
    .filter((row) => row.key !== '' || row.value !== '')
    .map(({ key, value, enabled }) => {
      const name = key
        .replace(/[\\:=]/g, '\\$&')
        .replace(/^[#\s]/, '\\$&')
        .replace(/\s+/g, (blanks) => (blanks.includes('\n') ? ' ' : blanks));
      const text = value.replace(/\r\n?/g, '\n').replaceAll('\n', `\n${CONTINUED}`);
      return `${enabled ? '' : `${OFF} `}${name}:${text === '' ? '' : ` ${text}`}`;
    })
    .join('\n');
}

/** Parses such lines; properties that lines don't show come from rows of the same key in `before`. */
export function rowsFromText(text: string, before: readonly EditedRow[] = []): EditedRow[] {
  const rows: EditedRow[] = [];
  const known = [...before];
  for (const line of text.split(/\r\n|\n|\r/)) {
    const last = rows.at(-1);
    if (line.startsWith(CONTINUED) && last !== undefined) last.value += `\n${line.slice(CONTINUED.length)}`;
    else if (line.trim() !== '') rows.push(describe(readLine(line), known));
  }
  return rows;
}

function readLine(line: string): EditedRow {
  const enabled = !line.trimStart().startsWith(OFF);
  const written = enabled ? line : line.trimStart().slice(OFF.length).replace(/^ /, '');
  const key = /^(?:[^\\:=]|\\.?)*/.exec(written)?.[0] ?? '';
  const value = written.slice(key.length + 1);
  const isPair = written[key.length] === ':';
  return {
    key: readKey(key.trim()),
    value: isPair ? value.replace(/^ /, '') : value,
    enabled,
  };
}

/** Unescapes a key: a backslash makes the next character literal. */
function readKey(key: string): string {
  return key.replace(/\\([\\:=#\s])/g, '$1');
}

function describe(row: EditedRow, known: EditedRow[]): EditedRow {
  const at = known.findIndex((other) => other.key === row.key);
  const [match] = at === -1 ? [] : known.splice(at, 1);
  const { description, filename, contentType } = match ?? {};
  return {
    ...row,
    ...(description === undefined ? {} : { description }),
    ...(filename === undefined ? {} : { filename }),
    ...(contentType === undefined ? {} : { contentType }),
  };
}

const QUERY = /^\??[^\s=&]+=[^\s&]*(?:&[^\s=&]+(?:=[^\s&]*)?)+$/;

/**
 * Parses text pasted into a key input as rows: lines, a query, a JSON object. Returns null if it is only
 * a key.
 */
export function rowsFromPaste(text: string): EditedRow[] | null {
  const trimmed = text.trim();
  if (trimmed.startsWith('{') && trimmed.endsWith('}')) return rowsFromJson(trimmed);
  if (QUERY.test(trimmed)) {
    const pairs = new URLSearchParams(trimmed.replace(/^\?/, ''));
    return Array.from(pairs, ([key, value]) => ({ key, value, enabled: true }));
  }
  const rows = trimmed.includes('\n') ? rowsFromText(trimmed) : [];
  return rows.length > 1 ? rows.map((row) => ({ ...row, value: row.value.trim() })) : null;
}

function rowsFromJson(text: string): EditedRow[] | null {
  let json: unknown;
  try {
    json = parseExact(text);
  } catch {
    return null; // Not JSON: a key that is a variable, perhaps.
  }
  if (json === null || typeof json !== 'object') return null;
  return Object.entries(json).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value]).map((item: unknown) => ({
      key,
      value: typeof item === 'string' ? item : writeJson(item),
      enabled: true,
    })),
  );
}
