/** A secret of the workflow, repeated throughout a long text: masking must find each occurrence. */
export const SECRET = 'a-secret-that-must-be-masked-2718281828';

const BYTES = 9.9 * 1000 * 1000;

const repeated = (item: string): string =>
  `[${new Array(Math.floor(BYTES / (item.length + 1))).fill(item).join(',')}]`;

/** JSON of 9.9 MB each, as expensive as possible to parse, walk, mask or write. */
export const SHAPES: Record<string, () => string> = {
  objects: () => repeated('{}'),
  lists: () => '['.repeat(BYTES / 2) + ']'.repeat(BYTES / 2),
  keys: () => `{${Array.from({ length: BYTES / 14 }, (_, index) => `"k${index}":${index % 10}`).join(',')}}`,
  string: () => JSON.stringify('x'.repeat(BYTES)),
  numbers: () => repeated('1234567890.12345'),
  digits: () => `[${'7'.repeat(BYTES)}]`,
  escapes: () => `"${'\\u0000'.repeat(BYTES / 6)}"`,
  secrets: () => JSON.stringify(`${SECRET} `.repeat(BYTES / (SECRET.length + 1))),
  records: () => records(BYTES),
};

/** Returns an ordinary large response: about twenty values per kilobyte. */
export function records(bytes: number): string {
  const list: string[] = [];
  for (let size = 2, id = 0; size < bytes; id += 1) {
    const record = JSON.stringify({
      id,
      name: `Customer number ${id}`,
      email: `customer-${id}@example.com`,
      address: { street: `${id} Long Street`, city: 'Somewhere', country: 'NL' },
      tags: ['retail', 'newsletter', 'returning'],
      note: 'Prefers to be called in the afternoon and has asked twice about the delivery of the last order.',
    });
    size += record.length + 1;
    if (size < bytes) list.push(record);
  }
  return `[${list.join(',')}]`;
}
