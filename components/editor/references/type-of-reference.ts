import { ReferenceReader } from '@/lib/core/references/grammar';
import { type Known, knownOutput, type ScopeBlock, stepInto, typeOf } from './known-value';

export type KnownType = 'text' | 'number' | 'date' | 'boolean' | 'list';

const TYPES: Readonly<Record<string, KnownType>> = {
  string: 'text',
  number: 'number',
  boolean: 'boolean',
  array: 'list',
};
/** Dates in JSON's usual form: RFC 3339, or a day. */
const DATE = /^\d{4}-\d{2}-\d{2}(?:$|[T ]\d{2}:\d{2})/;

/** Returns the type of a lone reference's value from the last data; null while that isn't known. */
export function typeOfReference(text: string, scope: readonly ScopeBlock[]): KnownType | null {
  const reference = new ReferenceReader(text.trim()).readAt(0, () => true);
  const block = scope.find(({ slug }) => slug === reference?.slug);
  if (reference === null || block === undefined) return null;
  let known: Known | undefined = knownOutput(block);
  for (const step of reference.path) known = known && stepInto(known, step);
  if (known === undefined) return null;
  if (typeof known.value === 'string' && DATE.test(known.value)) return 'date';
  const [type = ''] = typeOf(known).split(' ');
  return TYPES[type] ?? null;
}
