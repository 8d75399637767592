import { expect, test } from 'vitest';
import { compileWorkflow } from '../../engine/compile-workflow';
import type { JournalEntry } from '../../engine/ports';
import { runWorkflow } from '../../engine/run-workflow';
import { WorkflowDocument } from '../../workflow/schema';
import { executors } from '../registry/executors';

const block = (id: string, type: string, config: object) => ({
  id,
  type,
  name: id,
  position: { x: 0, y: 0 },
  config,
});

const chain = (...tags: string[]): WorkflowDocument => {
  const ids = ['start', ...tags.map((_, at) => `t${at}`)];
  return WorkflowDocument.parse({
    blocks: {
      start: block('start', 'start', {}),
      ...Object.fromEntries(tags.map((each, at) => [`t${at}`, block(`t${at}`, 'tags', { tags: each })])),
    },
    edges: ids.slice(1).map((target, at) => ({ id: `e${at}`, source: ids[at], target })),
  });
};

async function run(document: WorkflowDocument, input: object, restored: readonly JournalEntry[] = []) {
  const journal: JournalEntry[] = [];
  const outcome = await runWorkflow(
    compileWorkflow(document),
    { executionId: 'x', input: { ...input } },
    {
      executors,
      http: { request: () => Promise.reject(new Error('nothing is sent')), close: async () => {} },
      now: Date.now,
      variables: new Map([['TOKEN', 'very-secret-token']]),
      signal: new AbortController().signal,
      restored,
      journal: (entry) => void journal.push(entry),
    },
  );
  return { ...outcome, journal };
}

test('the run has the tags of all its blocks, once each, after a crash too', async () => {
  const document = chain('order <start.id>, eu', 'eu, nightly');
  const { tags, journal } = await run(document, { id: 1042 });
  expect(tags).toEqual(['order 1042', 'eu', 'nightly']);
  for (let count = 0; count <= journal.length; count += 1)
    expect((await run(document, { id: 1042 }, journal.slice(0, count))).tags).toEqual(tags);
});

test('a tag that is none fails the block in words', async () => {
  const { error, tags } = await run(chain('eu', '<start.id>'), { id: 'x'.repeat(65) });
  expect(error).toMatchObject({ code: 'VALUE_INVALID', message: 'A tag has at most 64 characters.' });
  expect(tags).toEqual(['eu']);
});

test('a secret in a tag is masked, as it is in the log', async () => {
  const { tags } = await run(chain('key {{TOKEN}}'), {});
  expect(tags).toHaveLength(1);
  expect(tags[0]).not.toContain('very-secret-token');
});
