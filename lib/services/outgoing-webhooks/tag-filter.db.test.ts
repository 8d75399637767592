import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { pool } from '../../platform/postgres/db';
import { thisProcess } from '../../platform/postgres/process-lease';
import { recordCompletions } from '../runs/recording/record-completions';
import { getWebhook } from './get-webhook';
import { NewWebhookSettings } from './schema';
import {
  closeAfterDeliveries,
  completionOf,
  mintSubscribedWorkspace,
  openForDeliveries,
  type SubscribedWorkspace,
} from './testing/subscribed-workspace';
import { updateWebhook } from './update-webhook';

const HERE = 'http://127.0.0.1:9/hook';
let mill: SubscribedWorkspace;
beforeAll(openForDeliveries);
beforeEach(async () => {
  mill = await mintSubscribedWorkspace();
});
afterAll(closeAfterDeliveries);

const sentTo = async (id: string): Promise<string[]> => {
  const { rows } = await pool().query<{ execution_id: string }>(
    'SELECT execution_id FROM runtime.webhook_delivery WHERE subscription_id = $1',
    [id],
  );
  return rows.map((row) => row.execution_id).sort();
};

test('a filter by tags lets runs with one of them through, alone or in a group, and no others', async () => {
  const filtered = await mill.subscribe(HERE, { tagFilter: [' nightly ', 'eu', 'nightly'] });
  const all = await mill.subscribe(HERE);
  expect([filtered.tagFilter, all.tagFilter]).toEqual([['nightly', 'eu'], null]);
  const tagged = [['nightly'], ['order-1', 'eu'], ['Nightly'], ['order-2'], []];
  const rows = tagged.map((tags) => completionOf(mill, { tags }));
  await recordCompletions(pool(), rows, thisProcess().id);
  const alone = await mill.complete({ tags: ['eu'] });
  const untagged = await mill.complete();
  const ids = rows.map(({ execution }) => execution.executionId);
  expect(await sentTo(filtered.id)).toEqual([ids[0], ids[1], alone].sort());
  expect(await sentTo(all.id)).toEqual([...ids, alone, untagged].sort());
});

test('a filter stays where an edit leaves it out, and null removes it', async () => {
  const { id, ...webhook } = await mill.subscribe(HERE, { tagFilter: ['nightly'], levelFilter: ['error'] });
  const save = async (given: { tagFilter?: string[] | null }) => {
    const { version } = (await getWebhook(mill.writer, { workspaceId: mill.workspaceId, id })).data;
    const { url, levelFilter, triggerFilter, extendedRetries, active } = webhook;
    const { includeFinalOutput, includeTraceSpans, includeRateLimits, includeUsageData } = webhook;
    const { data } = await updateWebhook(mill.writer, {
      workspaceId: mill.workspaceId,
      id,
      version,
      url,
      levelFilter,
      triggerFilter,
      extendedRetries,
      active,
      includeFinalOutput,
      includeTraceSpans,
      includeRateLimits,
      includeUsageData,
      includeTags: false,
      ...given,
    });
    return data.tagFilter;
  };
  expect(await save({})).toEqual(['nightly']);
  expect(await save({ tagFilter: ['eu'] })).toEqual(['eu']);
  await mill.complete({ tags: ['eu'] });
  expect(await sentTo(id)).toEqual([]); // the other filters hold too
  expect(await save({ tagFilter: null })).toBeNull();
  const failed = await mill.complete({ level: 'error' });
  expect(await sentTo(id)).toEqual([failed]);
});

test.each([
  [{ tagFilter: [] }, /at least one tag/],
  [{ tagFilter: ['a,b'] }, /comma/],
  [{ tagFilter: ['x'.repeat(65)] }, /at most 64 characters/],
  [{ tagFilter: Array.from({ length: 21 }, (_, n) => `t${n}`) }, /At most 20 tags/],
  [{ maxPerMinute: 0 }, /At least 1/],
  [{ maxPerMinute: 1.5 }, /whole number/],
  [{ maxPerMinute: 6_001 }, /At most 6000/],
])('%j is refused with words', (settings, words) => {
  const { error } = NewWebhookSettings.safeParse({ url: HERE, ...settings });
  expect(error?.issues.map(({ message }) => message).join(' ')).toMatch(words);
});
