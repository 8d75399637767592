import { expect, test } from 'vitest';
import { KnownServers } from './known-servers';
import { createTestBed } from './testing/outbound-test-client';
import { wrapClient } from './wrap-client';

test('what one run learns about a server, all runs of the process know', async () => {
  const bed = createTestBed();
  const { client } = bed.open();
  const runs = Array.from({ length: 2 }, () =>
    wrapClient(wrapClient(client, client.request), (request, options) => client.request(request, options)),
  );
  const known = new KnownServers<{ way: string }>();
  known.set(runs[0]!, 'a server', { way: 'its own' });
  expect(known.get(runs[1]!, 'a server')).toEqual({ way: 'its own' });
  expect(known.get(bed.open().client, 'a server')).toBeUndefined();
  await bed.closeAll();
});
