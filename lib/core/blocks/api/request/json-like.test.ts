import { describe, expect, it } from 'vitest';
import { looksLikeJson, readResponseData } from './response-data';

describe('data of a response that may be JSON by another name', () => {
  const readLike = (body: string | Buffer, type?: string) =>
    readResponseData(Buffer.from(body), type, 'json-like').data;

  it.each([undefined, 'text/plain', 'text/html; charset=utf-8', 'application/octet-stream'])(
    'of type %s is parsed when it is an object or a list',
    (type) => {
      expect(readLike('{"a":1}', type)).toEqual({ a: 1 });
      expect(readLike('\ufeff\r\n [1, "ü"]\n', type)).toEqual([1, 'ü']);
    },
  );

  it.each(['{"a":1', '{"a":1,}', '[x]', '{{name}}', '5', 'null', '"text"', 'a {"b":1}', '{', '}'])(
    'of %s is its text',
    (body) => expect(readLike(body, 'text/plain')).toBe(body),
  );

  it('of other bytes is bytes, and of JSON types what it always was', () => {
    expect(readLike(Buffer.from([0, 255]))).toMatchObject({ size: 2, base64: 'AP8=' });
    expect(readLike('5', 'application/json')).toBe(5);
    expect(readLike('{"a":', 'application/json')).toBe('{"a":');
  });

  it('is told apart by its first and last character, however long it is', () => {
    expect(looksLikeJson(Buffer.from(`{${'x'.repeat(5_000_000)}}`))).toBe(true);
    expect(looksLikeJson(Buffer.from(`{${'x'.repeat(5_000_000)}]`))).toBe(false);
    expect(looksLikeJson(Buffer.alloc(0))).toBe(false);
  });
});
