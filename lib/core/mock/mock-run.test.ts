import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSandbox } from '../../platform/sandbox/sandbox';
import { blockDefinitions } from '../blocks/registry/definitions';
import { compileWorkflow } from '../engine/compile-workflow';
import { answering, documentOf, recordDocument } from '../rehearsal/testing/rehearse-document';
import type { RecordedRun } from '../replay/recorded-run';
import type { ReplayPorts } from '../replay/replay-run';
import { mockRun } from './mock-run';

const fetching = (path: string, body = '<fetch.data.total>') =>
  documentOf(
    {
      fetch: ['api', { url: `https://shop.example${path}` }],
      answer: ['response', { body: `{"total": ${body}, "name": <start.name?>}` }],
    },
    ['start>fetch', 'fetch>answer'],
  );

const sandbox = createSandbox({ threads: 1 });
let recorded: RecordedRun;
let ports: ReplayPorts;

beforeAll(async () => {
  const http = answering({ '/orders': { total: 6 } });
  const code = sandbox.forOwner('tests');
  const record = await recordDocument(fetching('/orders'), { http, code, variables: new Map() });
  recorded = record.recorded;
  ports = record.ports;
});
afterAll(() => sandbox.close());

const mock = (document: ReturnType<typeof fetching>, input = {}) =>
  mockRun(compileWorkflow(document, blockDefinitions), { recorded }, input, ports);

test('a draft runs with another input on the recorded answers', async () => {
  const { outcome, answered, missing, takesInput } = await mock(fetching('/orders'), { name: 'Ada' });
  expect(outcome.output).toEqual({ total: 6, name: 'Ada' });
  expect([answered, missing, takesInput]).toEqual([1, [], true]);
});

test('an answer is found by what is sent, also for a block of another name', async () => {
  const document = documentOf(
    {
      other: ['api', { url: 'https://shop.example/orders' }],
      answer: ['response', { body: '{"total": <other.data.total>}' }],
    },
    ['start>other', 'other>answer'],
  );
  const { outcome, missing } = await mockRun(
    compileWorkflow(document, blockDefinitions),
    { recorded },
    {},
    ports,
  );
  expect([outcome.output, missing]).toEqual([{ total: 6 }, []]);
});

test('what is not recorded is said, with the nearest record, and nothing behind it runs', async () => {
  const { answered, missing } = await mock(fetching('/changed'));
  expect(answered).toBe(0);
  expect(missing).toMatchObject([
    {
      blockName: 'fetch',
      request: { url: 'https://shop.example/changed' },
      nearest: { url: 'https://shop.example/orders' },
    },
  ]);
});
