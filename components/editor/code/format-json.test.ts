import { expect, test } from 'vitest';
import { expectSteadyGrowth } from '@/lib/platform/testing/growth';
import { formatJsonText } from './format-json';

test('JSON with bare references is indented and keeps them', () => {
  expect(formatJsonText('{"a":<api.data>,"b":"<start.id>, <b>","c":[{{COUNT}}]}')).toBe(
    '{\n  "a": <api.data>,\n  "b": "<start.id>, <b>",\n  "c": [\n    {{COUNT}}\n  ]\n}',
  );
});

test('escaped quotes end no string', () => {
  expect(formatJsonText('{"a":"\\"<x.y>\\\\"}')).toBe('{\n  "a": "\\"<x.y>\\\\"\n}');
});

test('numbers keep their digits', () => {
  expect(formatJsonText('{"a":9007199254740993}')).toBe('{\n  "a": 9007199254740993\n}');
});

test('what isn’t JSON is left alone', () => {
  expect(formatJsonText('{"a": }')).toBeNull();
});

test('a long text without a reference is read once', async () => {
  await expectSteadyGrowth((size) => {
    const text = JSON.stringify(Array.from({ length: size }, (_, index) => index));
    return () => formatJsonText(text);
  }, 5_000);
});
