import { describe, expect, it } from 'vitest';
import type { FilePart } from '../../body';
import { BodyError, encodeBody } from './encode-body';

describe('a body', () => {
  it('of JSON is sent as it is written', () => {
    const value = '{"big": 12345678901234567890}';
    expect(encodeBody({ kind: 'json', value })).toEqual({ content: value, contentType: 'application/json' });
  });

  it('of blank JSON or none is nothing', () => {
    for (const body of [{ kind: 'json', value: ' \n' } as const, { kind: 'none' } as const]) {
      expect(encodeBody(body)).toEqual({ content: null, contentType: null });
    }
  });

  it('of form rows is urlencoded, in order, with duplicates', () => {
    const rows: Array<[string, string]> = [
      ['b', 'x y&z'],
      ['a', 'ü'],
      ['b', ''],
    ];
    expect(encodeBody({ kind: 'form', rows })).toEqual({
      content: 'b=x+y%26z&a=%C3%BC&b=',
      contentType: 'application/x-www-form-urlencoded',
    });
  });

  it('of multipart rows can be read back, whatever their names and values', async () => {
    const rows: Array<[string, string]> = [
      ['plain', 'value'],
      ['two\r\nlines"', 'a\r\nContent-Disposition: evil\r\n'],
      ['plain', 'grüße'],
    ];
    const { content, contentType } = encodeBody({ kind: 'multipart', rows });
    const form = await new Response(new Uint8Array(Buffer.from((content ?? '') as string | Uint8Array)), {
      headers: { 'Content-Type': contentType ?? '' },
    }).formData();
    expect([...form.entries()]).toEqual([
      ['plain', 'value'],
      ['two\r\nlines"', 'a\r\nContent-Disposition: evil\r\n'],
      ['plain', 'grüße'],
    ]);
  });

  it('of multipart rows says of each part what it is and what it is called', () => {
    const { content } = encodeBody({
      kind: 'multipart',
      rows: [
        ['recipe', { text: '{"name":"x"}', contentType: 'application/json', filename: null }],
        ['note', { text: 'hi', contentType: null, filename: 'a"b.txt' }],
        ['both', { text: '<a/>', contentType: 'text/xml\r\nX-Evil: 1', filename: 'a.xml' }],
      ],
    });
    const heads = String(content).split(/--millrace-[0-9a-f]+(?:--)?\r\n/);
    expect(heads).toEqual([
      '',
      'Content-Disposition: form-data; name="recipe"\r\n' +
        'Content-Type: application/json\r\n\r\n{"name":"x"}\r\n',
      'Content-Disposition: form-data; name="note"; filename="a%22b.txt"\r\n\r\nhi\r\n',
      'Content-Disposition: form-data; name="both"; filename="a.xml"\r\n' +
        'Content-Type: text/xml  X-Evil: 1\r\n\r\n<a/>\r\n',
      '',
    ]);
  });

  it('of multipart rows carries files to the byte, whatever they and their names hold', async () => {
    const bytes = Buffer.from(Array.from({ length: 600 }, (_, at) => at % 256));
    const file = {
      contentType: 'image/png',
      filename: 'grüße "1"\r\n.png',
      base64: bytes.toString('base64'),
    };
    const untyped = { ...file, contentType: null, filename: 'x' };
    const rows: Array<[string, string | FilePart]> = [
      ['a', file],
      ['b', 'text'],
      ['a', untyped],
    ];
    const { content, contentType } = encodeBody({ kind: 'multipart', rows });
    const sent = new Response(new Uint8Array(Buffer.from((content ?? '') as string | Uint8Array)), {
      headers: { 'Content-Type': contentType ?? '' },
    });
    const form = await sent.formData();
    const [first, second] = form.getAll('a') as File[];
    expect(form.get('b')).toBe('text');
    expect([first?.name, first?.type, second?.type]).toEqual([
      'grüße "1"\r\n.png',
      'image/png',
      'application/octet-stream',
    ]);
    expect(Buffer.from(await first!.arrayBuffer())).toEqual(bytes);
  });

  it('of multipart rows is the same bytes every time, and other bytes for other rows', () => {
    const once = encodeBody({ kind: 'multipart', rows: [['a', '1']] });
    expect(encodeBody({ kind: 'multipart', rows: [['a', '1']] })).toEqual(once);
    expect(encodeBody({ kind: 'multipart', rows: [['a', '2']] }).contentType).not.toBe(once.contentType);
  });

  it('of raw text has the type it is given', () => {
    const body = { kind: 'raw', value: '<a/>', contentType: 'application/xml' } as const;
    expect(encodeBody(body)).toEqual({ content: '<a/>', contentType: 'application/xml' });
  });

  it('of GraphQL is one JSON object with the variables as written', () => {
    const { content, contentType } = encodeBody({
      kind: 'graphql',
      query: 'query { "a" }\n',
      variables: '{"n": 12345678901234567890}',
    });
    expect(content).toBe('{"query":"query { \\"a\\" }\\n","variables":{"n": 12345678901234567890}}');
    expect(contentType).toBe('application/json');
    expect(encodeBody({ kind: 'graphql', query: '{a}', variables: '' }).content).toBe(
      '{"query":"{a}","variables":{}}',
    );
  });

  it.each(['[1]', '1', '{"a":', '}, "x": {'])('of GraphQL with variables %s is refused', (variables) => {
    expect(() => encodeBody({ kind: 'graphql', query: '{a}', variables })).toThrow(BodyError);
  });
});
