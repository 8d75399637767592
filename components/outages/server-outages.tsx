'use client';

import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { memo, useId } from 'react';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { RelativeTime, useNow } from '@/components/ui/relative-time';
import type { ServerOutage } from '@/lib/services/server-outages/schema';
import { FailWaitsButton } from './fail-waits-button';
import { outagesQuery } from './outage-queries';
import { failureWords, outageTitle, probeWords, waitingBlocksWords } from './outage-words';
import { useOutageActions } from './use-outage-actions';

/** The servers that runs wait for; nothing while there are none. */
export const ServerOutages = memo(function ServerOutages() {
  const { id } = useWorkspace();
  const titleId = useId();
  const { data: outages = [] } = useQuery(outagesQuery(id));
  if (outages.length === 0) return null;
  return (
    <section aria-labelledby={titleId} className="border-line border-b bg-sunken px-4 py-2 md:px-6">
      <h2 id={titleId} className="font-medium text-muted text-xs">
        Unavailable servers <span className="tabular">({outages.length})</span>
      </h2>
      <ul className="max-h-56 overflow-y-auto">
        {outages.map((outage) => (
          <OutageRow key={outage.id} outage={outage} />
        ))}
      </ul>
    </section>
  );
});

function OutageRow({ outage }: { outage: ServerOutage }) {
  const { canWrite } = useWorkspace();
  const nowMs = useNow();
  const { probe } = useOutageActions(outage);
  const hasNextProbe = outage.nextProbeAt !== null;
  return (
    <li className="tabular flex flex-wrap items-center gap-x-3 gap-y-1 py-1 text-sm">
      <TriangleAlert className="size-4 shrink-0 text-warning" aria-hidden />
      <span className="min-w-0 flex-1 truncate font-medium" title={outage.server}>
        {outageTitle(outage)}
      </span>
      <span className="text-muted">
        {failureWords(outage)}, first <RelativeTime at={outage.since} />
      </span>
      <span className="text-muted">{waitingBlocksWords(outage)}</span>
      <span className="text-muted">{probeWords(outage, nowMs)}</span>
      {canWrite ? (
        <span className="flex gap-1">
          <Button
            size="sm"
            variant="ghost"
            busy={probe.isPending}
            disabled={!hasNextProbe}
            onClick={() => probe.mutate()}
          >
            Try now
          </Button>
          <FailWaitsButton outage={outage} />
        </span>
      ) : null}
    </li>
  );
}
