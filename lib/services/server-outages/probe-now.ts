import { notify } from '../../platform/postgres/notify';
import type { Actor } from '../access/actor';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { findOutage } from './read-outages';
import type { ServerOutage } from './schema';

/** Makes the next probe of a server due. @throws AppError not_found, forbidden */
export const probeServerNow = defineVerb({
  role: 'writer',
  quota: { none: 'A run that waits is the probe.' },
  audit: 'server.probed',
  transaction: plainTransaction,
  async run(actor: Actor, { id }: { id: string }, change): Promise<{ data: ServerOutage }> {
    const outage = await findOutage(actor, id, 'writer');
    const { workspaceId, server } = outage;
    const nextAt = await change({ workspaceId }, async (tx) => {
      const rows = await tx.$queryRaw<Array<{ next_at: Date }>>`
        UPDATE runtime.server_outage SET next_at = clock_timestamp()
        WHERE id = ${id}::uuid AND state <> 'returning' AND failures > 0 AND probe_id IS NULL
        RETURNING next_at`;
      return { result: rows[0]?.next_at, audit: { target: server } };
    });
    await notify('outages', '');
    return { data: nextAt === undefined ? outage : { ...outage, nextProbeAt: nextAt.toISOString() } };
  },
});
