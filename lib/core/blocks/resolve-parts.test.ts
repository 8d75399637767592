import { describe, expect, it } from 'vitest';
import { ResolveError } from '../references/resolve-error';
import { compileField, emptyScope } from './compile-field';

const bytes = { contentType: 'image/svg+xml; charset=utf-8', size: 3, base64: 'AAEC' };
const outputs = new Map<string, unknown>([
  [
    'up',
    {
      file: bytes,
      files: [bytes, 'text', null],
      untyped: { ...bytes, contentType: null },
      named: { ...bytes, name: 'a.svg' },
      no: { size: 3 },
    },
  ],
]);
const scope = { ...emptyScope(), outputs, variables: new Map([['KEY', 'k-1']]) };
const known = (slug: string) => slug === 'up';

const partsOf = (...rows: object[]) => {
  const field = compileField('body', { kind: 'multipart', rows }, known);
  return (field.resolve(scope) as { rows: unknown[] }).rows;
};
const file = (filename: string, contentType: string | null = bytes.contentType) => {
  return { base64: 'AAEC', contentType, filename };
};

describe('a part of a multipart body', () => {
  it('is a file when its value is one reference to bytes, named by its row or by its type', () => {
    expect(partsOf({ key: 'f', value: ' <up.file> ' })).toEqual([['f', file('f.svg')]]);
    expect(partsOf({ key: 'f', value: '<up.file>', filename: '{{KEY}}.svg' })).toEqual([
      ['f', file('k-1.svg')],
    ]);
    expect(partsOf({ key: 'f', value: '<up.named>' })).toEqual([['f', file('a.svg')]]);
    expect(partsOf({ key: 'f', value: '<up.named>', filename: 'b' })).toEqual([['f', file('b')]]);
    expect(partsOf({ key: 'f', value: '<up.untyped>' })).toEqual([['f', file('f.bin', null)]]);
  });

  it('is text inside other text, and for whatever only looks like bytes', () => {
    expect(partsOf({ key: 'f', value: 'x<up.file.size>' })).toEqual([['f', 'x3']]);
    expect(partsOf({ key: 'f', value: 'x<up.file>' })).toEqual([['f', `x${JSON.stringify(bytes)}`]]);
    expect(partsOf({ key: 'f', value: '<up.no>' })).toEqual([['f', '{"size":3}']]);
  });

  it('has the type and file name of its row, text as well as bytes', () => {
    expect(partsOf({ key: 'f', value: '<up.file>', contentType: 'image/x-{{KEY}}' })).toEqual([
      ['f', file('f', 'image/x-k-1')],
    ]);
    expect(partsOf({ key: 'f', value: '{"a":1}', contentType: ' application/json ' })).toEqual([
      ['f', { text: '{"a":1}', contentType: 'application/json', filename: null }],
    ]);
    expect(partsOf({ key: 'f', value: '<up.no>', filename: '<up.file.size>.json' })).toEqual([
      ['f', { text: '{"size":3}', contentType: null, filename: '3.json' }],
    ]);
    expect(partsOf({ key: 'f', value: 'x', contentType: ' ', filename: '' })).toEqual([['f', 'x']]);
  });

  it('repeats for a list, and is left out when off, unnamed or missing', () => {
    expect(partsOf({ key: 'f', value: '<up.files>' })).toEqual([
      ['f', file('f.svg')],
      ['f', 'text'],
    ]);
    const off = { key: 'f', value: '1', enabled: false };
    expect(partsOf(off, { key: ' ', value: '1' }, { key: 'g', value: '<up.gone?>' })).toEqual([]);
  });
});

describe('the members of an object', () => {
  const field = { references: 'members', urlMembers: ['tokenUrl'] } as const;
  const resolve = (value: object) => compileField(field, value, known).resolve(scope);

  it('are texts, each by itself', () => {
    expect(resolve({ kind: 'x', token: 'a {{KEY}}', on: true, size: '<up.file.size>' })).toEqual({
      kind: 'x',
      token: 'a k-1',
      on: true,
      size: '3',
    });
  });

  it('are URLs where the field says so, whatever their name: values fill places and make no new ones', () => {
    expect(resolve({ tokenUrl: ' https://h.example/<up.file.base64>?x=<up.file.contentType> ' })).toEqual({
      tokenUrl: 'https://h.example/AAEC?x=image%2Fsvg%2Bxml%3B%20charset%3Dutf-8',
    });
    expect(resolve({ imageUrl: 'no url' })).toEqual({ imageUrl: 'no url' });
    expect(resolve({ tokenUrl: '' })).toEqual({ tokenUrl: '' });
    expect(() => resolve({ tokenUrl: 'https://<up.file.contentType>/' })).toThrow(ResolveError);
    expect(compileField(field, { tokenUrl: 'no url' }, known).problem?.code).toBe('URL_INVALID');
  });
});
