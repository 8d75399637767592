import { expect, test } from 'vitest';
import { madeLines, payloadLines } from './payload-lines';

const body = JSON.stringify({
  id: 'e1',
  data: {
    status: 'success',
    finalOutput: { usage: 'of its own', data: { traceSpans: [] } },
    usage: { plan: 'free' },
  },
  links: { log: '/v1/logs/l1', usage: 'not one of data’s' },
});

test('each line names the switch it is owed to, at any depth, and only below data', () => {
  const parts = payloadLines(body).map(({ text, part }) => [text.trim(), part]);
  expect(parts).toContainEqual(['"status": "success",', null]);
  expect(parts).toContainEqual(['"usage": "of its own",', 'finalOutput']);
  expect(parts).toContainEqual(['"traceSpans": []', 'finalOutput']);
  expect(parts).toContainEqual(['"plan": "free"', 'usage']);
  expect(parts).toContainEqual(['"usage": "not one of data’s"', null]);
  expect(parts.at(-1)).toEqual(['}', null]);
});

test('the lines are the whole payload', () => {
  const text = payloadLines(body)
    .map((line) => line.text)
    .join('\n');
  expect(JSON.parse(text)).toEqual(JSON.parse(body));
});

test('numbers are shown with all their digits', () => {
  const lines = payloadLines('{"data":{"finalOutput":{"id":9007199254740993}}}');
  expect(lines.map(({ text }) => text.trim())).toContain('"id": 9007199254740993');
});

test('a body that a transform made is laid out if it is JSON, and has no lines of switches', () => {
  expect(madeLines('{"data":{"finalOutput":1}}')).toEqual(
    ['{', '  "data": {', '    "finalOutput": 1', '  }', '}'].map((text) => ({ text, part: null })),
  );
  expect(madeLines('Run 7 failed\nat 12:00').map(({ text }) => text)).toEqual(['Run 7 failed', 'at 12:00']);
});
