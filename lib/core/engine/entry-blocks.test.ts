import { describe, expect, it } from 'vitest';
import { checkWorkflow } from '../workflow/check-workflow';
import type { JournalEntry } from './ports';
import { run, workflow } from './testing/probe-workflow';
import { shownOf } from './testing/shown-of';

const hook = { type: 'webhook-trigger', config: {} };
const REQUEST = { body: { n: 7 }, headers: {}, query: {}, method: 'POST' };

/** Start and a trigger lead to `both`; each has a block of its own too. */
const document = workflow(
  [
    ['hook', undefined, undefined, hook],
    ['other', undefined, undefined, hook],
    ['both', 'echo', '<hook.body.n ?? 0>'],
    ['manual', 'echo', '<start.n>'],
    ['hooked', 'echo', '<hook.method>'],
  ],
  ['start>both', 'hook>both', 'start>manual', 'hook>hooked'],
);

describe('a workflow with several blocks that begin a run', () => {
  it('has no problems but that one of them leads nowhere', () => {
    const codes = checkWorkflow(document).map(({ code }) => code);
    // The check doesn't know the probes, which only exist in the engine's tests.
    expect(codes.filter((code) => code !== 'BLOCK_TYPE_UNKNOWN')).toEqual(['TRIGGER_LEADS_NOWHERE']);
  });

  it('begins at the one that is named, and the others count as skipped', async () => {
    const outcome = await run(document, { request: { input: REQUEST, entryBlock: 'hook' } });
    expect(outcome.error).toBeNull();
    expect(outcome.statuses).toEqual({
      start: 'skipped',
      other: 'skipped',
      manual: 'skipped',
      hook: 'success',
      both: 'success',
      hooked: 'success',
    });
    expect(outcome.ran.sort()).toEqual(['7', 'POST']);
  });

  it('begins at Start when none is named', async () => {
    const outcome = await run(document, { request: { input: { n: 5 } } });
    expect(outcome.statuses).toMatchObject({ start: 'success', hook: 'skipped', hooked: 'skipped' });
    expect(outcome.ran.sort()).toEqual(['0', '5']);
  });

  it('begins at its first trigger when there is no Start block', async () => {
    const { start: _, ...blocks } = document.blocks;
    const edges = document.edges.filter(({ source }) => source !== 'start');
    const outcome = await run({ ...document, blocks, edges }, { request: { input: REQUEST } });
    expect(outcome.statuses).toMatchObject({ hook: 'success', hooked: 'success', other: 'skipped' });
  });

  it('fails in words when it has no block of that id', async () => {
    const outcome = await run(document, { request: { input: {}, entryBlock: 'gone' } });
    expect(outcome).toMatchObject({ status: 'error', error: { code: 'ENTRY_UNKNOWN' }, traceSpans: [] });
  });

  it('goes on from its journal at the same one', async () => {
    const journal: JournalEntry[] = [];
    const request = { input: REQUEST, entryBlock: 'hook' };
    await run(document, { request, ports: { journal: (entry) => void journal.push(entry) } });
    const restored = journal.filter(({ blockId }) => blockId !== 'both');
    const outcome = await run(document, { request, ports: { restored } });
    expect(outcome.ran).toEqual(['7']);
    expect(outcome.statuses).toMatchObject({ start: 'skipped', other: 'skipped', both: 'success' });
  });
});

it('a webhook’s run shows no header that proves who sent it', async () => {
  const headers = { authorization: 'Bearer abcdefgh1234', 'x-hub-signature-256': 'sha256=0a0b0c0d', x: '1' };
  const only = workflow(
    [
      ['hook', undefined, undefined, hook],
      ['seen', 'echo', '<hook.headers>'],
    ],
    ['hook>seen'],
  );
  const outcome = await run(only, { request: { input: { ...REQUEST, headers }, entryBlock: 'hook' } });
  expect(JSON.stringify(shownOf(outcome))).not.toMatch(/abcdefgh1234|0a0b0c0d/);
  expect(outcome.traceSpans.find(({ blockId }) => blockId === 'hook')?.output).toMatchObject({
    headers: { x: '1' },
  });
});
