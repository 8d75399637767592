import { MISSING, type ReferenceScope } from '../references/read-path';
import type { RowTemplate } from '../references/resolve-rows';
import { resolveLone, resolveText, valueText } from '../references/resolve-text';
import type { Template } from '../references/template';
import type { FilePart } from './body';

export interface PartTemplate extends RowTemplate {
  filename: Template;
}

const EXTENSION = /^[a-z0-9]{1,8}$/;

/**
 * As a form row, except that bytes (`{contentType, size, base64}`) become a file; a list repeats the part.
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
  if (typeof value !== 'object' || value === null) return null;
  if (!('base64' in value && 'size' in value && 'contentType' in value)) return null;
  const { base64, size, contentType } = value;
  if (typeof base64 !== 'string' || typeof size !== 'number') return null;
  if (contentType !== null && typeof contentType !== 'string') return null;
  return { base64, contentType, filename: called === '' ? `${partName}${extensionOf(contentType)}` : called };
}

/** `.png` of `image/png`, `.svg` of `image/svg+xml`; nothing when the type tells none. */
function extensionOf(contentType: string | null): string {
  const subtype = /^[^/;]+\/([^;+\s]+)/.exec(contentType ?? '')?.[1]?.toLowerCase() ?? '';
  if (subtype === 'octet-stream' || subtype === '') return '.bin';
  if (subtype === 'plain') return '.txt';
  if (subtype === 'jpeg') return '.jpg';
  return EXTENSION.test(subtype) ? `.${subtype}` : '';
}
