import { inSlices } from '../../in-slices';
import { partDecoder, urlencodedEncoding } from './form-encodings';
import { formTooLarge, MAX_FORM_PAIRS, MAX_FORM_PARTS } from './form-limits';
import { boundaryOf, countParts } from './multipart-lines';
import { type FormPart, readMultipart } from './read-multipart';
import { countPairs, decodeFormText, rawPairs } from './urlencoded';

type FormKind = 'urlencoded' | 'multipart';
type FormPairs = Array<[name: string, value: string | FormPart]>;

export function formKindOf(contentType: string | undefined): FormKind | null {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  if (type === 'application/x-www-form-urlencoded') return 'urlencoded';
  return type === 'multipart/form-data' ? 'multipart' : null;
}

/**
 * Counts the fields of a form, which is much cheaper than reading them. Other bodies pass.
 * @throws AppError payload_too_large
 */
export function requireFewFields(body: Buffer, contentType: string | undefined): void {
  const kind = formKindOf(contentType);
  if (kind === 'urlencoded' && countPairs(body, MAX_FORM_PAIRS) > MAX_FORM_PAIRS)
    throw formTooLarge(`The form has more than ${MAX_FORM_PAIRS.toLocaleString('en')} fields.`);
  const boundary = kind === 'multipart' ? boundaryOf(contentType!) : null;
  if (boundary !== null && countParts(body, boundary, MAX_FORM_PARTS) > MAX_FORM_PARTS)
    throw formTooLarge(`The form has more than ${MAX_FORM_PARTS.toLocaleString('en')} parts.`);
}

/**
 * Reads a form, counted first, in turns of the event loop. Null: the body is no form, whatever its type says.
 * @throws AppError payload_too_large
 */
export async function readForm(body: Buffer, contentType: string | undefined): Promise<FormPairs | null> {
  requireFewFields(body, contentType);
  switch (formKindOf(contentType)) {
    case 'urlencoded':
      return inSlices(decodePairs(body, contentType!));
    case 'multipart': {
      const boundary = boundaryOf(contentType!);
      const parts = boundary === null ? null : await readMultipart(body, boundary);
      return parts === null ? null : inSlices(decodeParts(parts, contentType!));
    }
    default:
      return null;
  }
}

function* decodePairs(body: Buffer, contentType: string): Generator<void, FormPairs> {
  const encoding = urlencodedEncoding(body, contentType);
  const pairs: FormPairs = [];
  for (const [name, value] of rawPairs(body)) {
    pairs.push([decodeFormText(name, encoding), decodeFormText(value, encoding)]);
    yield;
  }
  return pairs;
}

function* decodeParts(parts: readonly FormPart[], contentType: string): Generator<void, FormPairs> {
  const textOf = partDecoder(parts, contentType);
  const pairs: FormPairs = [];
  for (const part of parts) {
    pairs.push([part.name, textOf(part) ?? part]);
    yield;
  }
  return pairs;
}

/** Collects pairs by their names; a name that comes several times has a list. */
export function collectByName<Value>(pairs: Iterable<[string, Value]>): Record<string, Value | Value[]> {
  const values = new Map<string, Value[]>();
  for (const [name, value] of pairs) {
    const before = values.get(name);
    if (before === undefined) values.set(name, [value]);
    else before.push(value);
  }
  return Object.fromEntries([...values].map(([name, all]) => [name, all.length === 1 ? all[0]! : all]));
}
