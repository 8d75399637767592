import { MISSING, type ReferenceScope } from '../references/read-path';
import { CHARACTERS_A_VALUE, type ReferenceBudget } from '../references/reference-budget';
import type { RowTemplate } from '../references/resolve-rows';
import { resolveLone, resolveText, valueText } from '../references/resolve-text';
import type { Template } from '../references/template';
import type { FilePart, TextPart } from './body';
import { chargedFile } from './sent-file';

export interface PartTemplate extends RowTemplate {
  filename: Template;
  contentType: Template;
}

/** The labels that a row sets for its part; null if not set. */
interface Labels {
  filename: string | null;
  contentType: string | null;
}

const EXTENSION = /^[a-z0-9]{1,8}$/;

/** Resolves a form row, in which bytes and files of the run become a file; a list repeats the part. */
export function resolvePartRow(
  { key, value, filename, contentType, isAlone }: PartTemplate,
  scope: ReferenceScope,
): Array<[key: string, value: string | TextPart | FilePart]> {
  const name = resolveText(key, scope);
  if (name === '') return [];
  const given = resolveLone(value, scope);
  const labels = {
    filename: resolveText(filename, scope).trim() || null,
    contentType: resolveText(contentType, scope).trim() || null,
  };
  if (!isAlone) return [[name, textOf(given as string, labels)]];
  const { budget } = scope;
  const labelled = (labels.filename?.length ?? 0) + (labels.contentType?.length ?? 0);
  const parts: Array<[key: string, value: string | TextPart | FilePart]> = [];
  for (const item of Array.isArray(given) ? given : [given]) {
    if (item === null || item === undefined || item === MISSING) continue;
    if (parts.length > 0) budget.charge(name.length + labelled + CHARACTERS_A_VALUE);
    const file = fileOf(item, labels, { partName: name, budget });
    parts.push([name, file ?? textOf(valueText(item, budget), labels)]);
  }
  return parts;
}

const textOf = (text: string, labels: Labels): string | TextPart =>
  labels.filename === null && labels.contentType === null ? text : { text, ...labels };

/** Returns bytes as a file part; null for everything else. */
function fileOf(
  value: unknown,
  labels: Labels,
  { partName, budget }: { partName: string; budget: ReferenceBudget },
): FilePart | null {
  const file = chargedFile(value, budget);
  if (file === null) return null;
  const contentType = labels.contentType ?? file.contentType;
  if ('fileId' in file) {
    const { fileId, size, name } = file;
    return { fileId, size, contentType, filename: labels.filename ?? name };
  }
  const { base64, name = `${partName}${extensionOf(contentType)}` } = file;
  return { base64, contentType, filename: labels.filename ?? name };
}

/** Returns `.png` for `image/png`, `.svg` for `image/svg+xml`, `.bin` without a type, or an empty text. */
function extensionOf(contentType: string | null): string {
  const subtype = /^[^/;]+\/([^;+\s]+)/.exec(contentType ?? '')?.[1]?.toLowerCase() ?? '';
  if (subtype === 'octet-stream' || subtype === '') return '.bin';
  if (subtype === 'plain') return '.txt';
  if (subtype === 'jpeg') return '.jpg';
  return EXTENSION.test(subtype) ? `.${subtype}` : '';
}
