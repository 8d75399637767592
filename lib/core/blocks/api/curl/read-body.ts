import type { Body } from '../../body';
import type { PartRow, Row } from '../../rows';
import type { FormPart } from './form-part';
import { readMultipartText } from './multipart-text';
import { readQueryRows } from './request-url';

export interface ReadBody {
  body: Body;
  /** The value of a header row; null if the body's kind implies it. */
  contentType: string | null;
  warnings: string[];
}

export const FORM_TYPE = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const MAX_ROWS = 200;
const REFERENCE = /\{\{\w+\}\}|<[A-Za-z_][^\s<>"]*>/g;
const FORM_KEY = /^[^\s<>{}"']+$/;

/** Converts `-d` data to the kind of body that fits. `contentType`: the type that curl would send. */
export function readDataBody(text: string, contentType: string): ReadBody {
  if (text === '') return { body: { kind: 'none' }, contentType, warnings: [] };
  const media = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
  const isDefault = contentType.toLowerCase() === media;
  if (isJsonType(media) && isJson(text)) {
    const said = isDefault && media === JSON_TYPE ? null : contentType;
    return { body: { kind: 'json', value: text }, contentType: said, warnings: [] };
  }
  if (media === FORM_TYPE) {
    const rows = readFormRows(text);
    if (rows !== null)
      return { body: { kind: 'form', rows }, contentType: isDefault ? null : contentType, warnings: [] };
    if (/^\s*[[{]/.test(text) && isJson(text)) {
      const warning =
        `The command sends JSON under Content-Type: ${FORM_TYPE}. ` +
        'If the server expects JSON, remove that header.';
      return { body: { kind: 'json', value: text }, contentType, warnings: [warning] };
    }
  }
  if (media === 'multipart/form-data') {
    const parts = readMultipartText(text, contentType);
    if (parts !== null && parts.length <= MAX_ROWS) return readParts(parts);
  }
  return { body: { kind: 'raw', value: text, contentType }, contentType: null, warnings: [] };
}

/** Returns an empty body to fill in, for content that is in a file. */
export function emptyBody(contentType: string): ReadBody {
  return { body: { kind: 'raw', value: '', contentType }, contentType: null, warnings: [] };
}

export function readParts(parts: readonly FormPart[]): ReadBody {
  const warnings: string[] = [];
  const rows = parts.slice(0, MAX_ROWS).map(({ name, value, file, type, filename }): PartRow => {
    const typed = type === null || type === '' ? {} : { contentType: type };
    if (file === null) {
      const called = filename === null ? {} : { contentType: typeOfName(filename), filename };
      return { key: name, value, enabled: true, ...called, ...typed };
    }
    warnings.push(`The file "${file}" of the part "${name}" is not in the command: its row is disabled.`);
    const called = { description: `File ${file}`, filename: filename ?? nameOfFile(file) };
    return { key: name, value, enabled: false, ...called, ...typed };
  });
  if (parts.length > MAX_ROWS) warnings.push(`Only the first ${MAX_ROWS} parts were taken.`);
  return { body: { kind: 'multipart', rows }, contentType: null, warnings };
}

const TYPE_OF_EXTENSION: Readonly<Record<string, string>> = {
  gif: 'image/gif',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  htm: 'text/html',
  html: 'text/html',
  pdf: 'application/pdf',
  xml: 'application/xml',
};

/** Returns the type that curl assumes for a file without a given one. */
function typeOfName(filename: string): string {
  const extension = /\.([a-z]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? '';
  const known = Object.hasOwn(TYPE_OF_EXTENSION, extension) ? TYPE_OF_EXTENSION[extension] : undefined;
  return known ?? 'application/octet-stream';
}

function nameOfFile(path: string): string {
  return path.split(/[\\/]/).at(-1) || path;
}

function isJsonType(media: string): boolean {
  return media === JSON_TYPE || media === 'text/json' || media.endsWith('+json');
}

/** True for JSON, also with references as bare values. */
export function isJson(text: string): boolean {
  return isStrictJson(text) || isJsonWithReferences(text);
}

export function isStrictJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function isJsonWithReferences(text: string): boolean {
  const masked = text.replace(REFERENCE, '0');
  return masked !== text && isStrictJson(masked);
}

/** Reads form rows; null if the text is no form, whatever its type: each pair needs a plain key and `=`. */
function readFormRows(text: string): Row[] | null {
  const rows = readQueryRows(text, 'form');
  const pairs = text.split('&');
  const isForm = pairs.length === rows?.length && pairs.every((pair) => pair.includes('='));
  return isForm && rows.every(({ key }) => FORM_KEY.test(key)) ? rows : null;
}
