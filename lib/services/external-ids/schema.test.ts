import { expect, test } from 'vitest';
import { withWrittenIds } from '../../platform/http/written-ids';
import { newId } from '../../platform/ids';
import { ExternalId } from './schema';

test('an external id is a path, a name or any id of others, of up to 128 characters', () => {
  for (const id of ['orders', 'billing/new-order', 'ns:Team_1.v2', newId().toUpperCase(), 'a'.repeat(128)])
    expect([id, ExternalId.safeParse(id).success]).toEqual([id, true]);
  for (const id of ['', '.', '..', 'a b', 'ä', 'a?b', 'a#b', 'a%2F', '<x>', 'a'.repeat(129)])
    expect([id, ExternalId.safeParse(id).success]).toEqual([id, false]);
});

test('one that looks like an id of ours keeps its capitals', () => {
  const externalId = newId().toUpperCase();
  const id = newId().toUpperCase();
  const { params } = withWrittenIds({ params: { externalId, id }, search: new URLSearchParams() });
  expect(params).toEqual({ externalId, id: id.toLowerCase() });
});
