import { MISSING, type ReferenceScope } from '../references/read-path';
import type { RowTemplate } from '../references/resolve-rows';
import { resolveLone, resolveText, valueText } from '../references/resolve-text';
import type { Template } from '../references/template';
import type { FilePart } from './body';
import { sentFileOf } from './sent-file';

export interface PartTemplate extends RowTemplate {
  filename: Template;
}

const EXTENSION = /^[a-z0-9]{1,8}$/;

/**
 * As a form row, except that bytes and files of the run become a file; a list repeats the part.
 */
export function resolvePartRow(
  { key, value, filename }: PartTemplate,
  scope: ReferenceScope,
): Array<[key: string, value: string | FilePart]> {
  const name = resolveText(key, scope);
  if (name === '') return [];
  const given = resolveLone(value, scope);
  const called = resolveText(filename, scope).trim();
  return (Array.isArray(given) ? given : [given])
    .filter((item) => item !== null && item !== undefined && item !== MISSING)
    .map((item) => [name, fileOf(item, called, name) ?? valueText(item)]);
}

/** Null for everything that is not bytes. */
function fileOf(value: unknown, called: string, partName: string): FilePart | null {
  const file = sentFileOf(value);
  if (file === null) return null;
  const { contentType } = file;
  if ('fileId' in file) {
    const { fileId, size, name } = file;
    return { fileId, size, contentType, filename: called || name };
  }
  const { base64, name = `${partName}${extensionOf(contentType)}` } = file;
  return { base64, contentType, filename: called || name };
}

/** `.png` of `image/png`, `.svg` of `image/svg+xml`; nothing when the type tells none. */
function extensionOf(contentType: string | null): string {
  const subtype = /^[^/;]+\/([^;+\s]+)/.exec(contentType ?? '')?.[1]?.toLowerCase() ?? '';
  if (subtype === 'octet-stream' || subtype === '') return '.bin';
  if (subtype === 'plain') return '.txt';
  if (subtype === 'jpeg') return '.jpg';
  return EXTENSION.test(subtype) ? `.${subtype}` : '';
}
