export const VALUE_TYPES = [
  { value: 'any', label: 'Any type' },
  { value: 'string', label: 'Text' },
  { value: 'number', label: 'Number' },
  { value: 'boolean', label: 'Yes / no' },
  { value: 'object', label: 'Object' },
  { value: 'array', label: 'List' },
] as const;

/** One named value, as authored. */
export interface EditedValue {
  name: string;
  type: (typeof VALUE_TYPES)[number]['value'];
  value: string;
}

export function valueRowsOf(value: unknown): EditedValue[] {
  if (!Array.isArray(value)) return [];
  return value.map((row: Partial<EditedValue> | null) => ({
    ...row,
    name: String(row?.name ?? ''),
    type: VALUE_TYPES.find((type) => type.value === row?.type)?.value ?? 'any',
    value: toFieldText(row?.value),
  }));
}

/** Returns the text of a value; documents written elsewhere may hold the value itself. */
const toFieldText = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
