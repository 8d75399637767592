import { MISSING, type ReferenceScope } from '../references/read-path';
import type { RowTemplate } from '../references/resolve-rows';
import { resolveLone, resolveText, valueText } from '../references/resolve-text';
import type { Template } from '../references/template';
import type { FilePart, TextPart } from './body';
import { sentFileOf } from './sent-file';

export interface PartTemplate extends RowTemplate {
  filename: Template;
  contentType: Template;
}

/** What a row says of its part; null where it says nothing. */
interface Labels {
  filename: string | null;
  contentType: string | null;
}

const EXTENSION = /^[a-z0-9]{1,8}$/;

/**
 * As a form row, except that bytes and files of the run become a file; a list repeats the part.
 */
export function resolvePartRow(
  { key, value, filename, contentType }: PartTemplate,
  scope: ReferenceScope,
): Array<[key: string, value: string | TextPart | FilePart]> {
  const name = resolveText(key, scope);
  if (name === '') return [];
  const given = resolveLone(value, scope);
  const labels = {
    filename: resolveText(filename, scope).trim() || null,
    contentType: resolveText(contentType, scope).trim() || null,
  };
  return (Array.isArray(given) ? given : [given])
    .filter((item) => item !== null && item !== undefined && item !== MISSING)
    .map((item) => [name, fileOf(item, labels, name) ?? textOf(valueText(item), labels)]);
}

const textOf = (text: string, labels: Labels): string | TextPart =>
  labels.filename === null && labels.contentType === null ? text : { text, ...labels };

/** Null for everything that is not bytes. */
function fileOf(value: unknown, labels: Labels, partName: string): FilePart | null {
  const file = sentFileOf(value);
  if (file === null) return null;
  const contentType = labels.contentType ?? file.contentType;
  if ('fileId' in file) {
    const { fileId, size, name } = file;
    return { fileId, size, contentType, filename: labels.filename ?? name };
  }
  const { base64, name = `${partName}${extensionOf(contentType)}` } = file;
  return { base64, contentType, filename: labels.filename ?? name };
}

/** `.png` of `image/png`, `.svg` of `image/svg+xml`; nothing when the type tells none. */
function extensionOf(contentType: string | null): string {
  const subtype = /^[^/;]+\/([^;+\s]+)/.exec(contentType ?? '')?.[1]?.toLowerCase() ?? '';
  if (subtype === 'octet-stream' || subtype === '') return '.bin';
  if (subtype === 'plain') return '.txt';
  if (subtype === 'jpeg') return '.jpg';
  return EXTENSION.test(subtype) ? `.${subtype}` : '';
}
