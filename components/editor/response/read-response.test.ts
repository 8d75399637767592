import { expect, test } from 'vitest';
import type { PreparedRequest } from '@/lib/services/runs/schema';
import { rawText, readResponse, referenceTo } from './read-response';

const request: PreparedRequest = { method: 'GET', url: 'https://x.test/', headers: [], body: null };
/** The outputs of a block with other names for them. */
const OUTPUTS = { status: 'code', headers: 'head', body: 'text' };
const FILE_ID = '019a8f3c-6f0e-7c61-9b1d-5c8e2f7a4d10';
const answer = (data: unknown, status: number | null = 200) =>
  readResponse(
    {
      request,
      output: { text: data, code: status, head: { 'set-cookie': ['a', 'b'], via: 'x' }, data: 'no' },
    },
    OUTPUTS,
  );

test('status, headers and body of a response are read from the outputs that the definition names', () => {
  expect(answer({ id: 1 })).toEqual({
    isRequest: true,
    status: 200,
    headers: [
      { name: 'set-cookie', value: 'a' },
      { name: 'set-cookie', value: 'b' },
      { name: 'via', value: 'x' },
    ],
    body: { kind: 'json', value: { id: 1 } },
    paths: OUTPUTS,
  });
});

test('bodies are told apart by what they are', () => {
  expect(answer(null).body).toEqual({ kind: 'empty' });
  expect(answer('<html>').body).toEqual({ kind: 'text', text: '<html>', contentType: null });
  expect(answer({ contentType: 'image/png', size: 3, base64: 'AAAA' }).body.kind).toBe('binary');
  const file = { contentType: null, size: 9, name: 'a.zip', fileId: FILE_ID, url: `/files/${FILE_ID}` };
  expect(answer(file).body).toEqual({ kind: 'file', file });
  expect(answer({ ...file, fileId: '0'.repeat(32) }).body.kind).toBe('json');
  expect(answer(false).body).toEqual({ kind: 'json', value: false });
  expect(answer(null, null).status).toBeNull();
});

test('a block that sends nothing is its whole output', () => {
  const output = { result: 3, status: 'ok' };
  expect(readResponse({ request: null, output }, OUTPUTS)).toMatchObject({
    isRequest: false,
    status: null,
    headers: [],
    body: { kind: 'json', value: output },
    paths: { body: '' },
  });
});

test('references join their parts as the grammar writes them', () => {
  expect(referenceTo('api', 'data', 'items[0].id')).toBe('<api.data.items[0].id>');
  expect(referenceTo('api', 'data', '[2]')).toBe('<api.data[2]>');
  expect(referenceTo('api', 'headers', '["content-type"]')).toBe('<api.headers["content-type"]>');
  expect(referenceTo('fn', '', 'result')).toBe('<fn.result>');
});

test('raw is the text that came', () => {
  expect(rawText({ kind: 'json', value: { a: [1] } })).toBe('{"a":[1]}');
  expect(rawText({ kind: 'text', text: 'x\ny', contentType: null })).toBe('x\ny');
});
