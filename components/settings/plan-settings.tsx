'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadFailure } from '@/components/page/load-failure';
import { useWorkspace } from '@/components/page/workspace-context';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/class-names';
import { formatCount, formatUsd } from '@/components/ui/format-quantity';
import { RelativeTime, useNow } from '@/components/ui/relative-time';
import { SkeletonRows } from '@/components/ui/skeleton';
import { PLAN_LIMITS } from '@/lib/services/limits/plans';
import type { RateWindow, WorkspacePlan } from '@/lib/services/limits/schema';
import { ChangePlanDialog } from './change-plan-dialog';
import { planQuery } from './settings-queries';
import { SettingsSection } from './settings-section';

export function PlanSettings() {
  const { id, me } = useWorkspace();
  const [changing, setChanging] = useState(false);
  const plan = useQuery(planQuery(id));
  return (
    <SettingsSection
      title="Plan and usage"
      description={
        plan.data
          ? `The plan of ${plan.data.holder.name}, who owns this workspace; ` +
            'its limits apply to all of their workspaces together.'
          : undefined
      }
      actions={
        plan.data ? (
          <div className="flex items-center gap-2">
            <Badge tone="accent" className="h-6 px-2 text-xs capitalize">
              {plan.data.plan}
            </Badge>
            {plan.data.installationOwner.userId === me.id ? (
              <Button onClick={() => setChanging(true)}>Change plan</Button>
            ) : null}
          </div>
        ) : null
      }
    >
      {plan.isPending ? <SkeletonRows rows={3} className="h-16" /> : null}
      {plan.isError ? <LoadFailure error={plan.error} onRetry={() => plan.refetch()} /> : null}
      {plan.data ? <Meters plan={plan.data} /> : null}
      {plan.data && plan.data.installationOwner.userId !== me.id ? (
        <p className="mt-4 text-faint text-xs">
          Plans are changed by {plan.data.installationOwner.name}, the owner of this installation.
        </p>
      ) : null}
      {plan.data && plan.data.installationOwner.userId === me.id ? (
        <p className="mt-4 text-faint text-xs">
          New accounts start on the plan of the setting <code>DEFAULT_PLAN</code>, or else on the team plan.
        </p>
      ) : null}
      {plan.data && changing ? (
        <ChangePlanDialog current={plan.data} onClose={() => setChanging(false)} />
      ) : null}
    </SettingsSection>
  );
}

function Meters({ plan: { plan, limits, logsApi } }: { plan: WorkspacePlan }) {
  const { sync, async: queued } = limits.workflowExecutionRateLimit;
  const { usage } = limits;
  return (
    <ul className="grid max-w-3xl gap-3 sm:grid-cols-2 sm:[&>:last-child:nth-child(odd)]:col-span-2">
      <Meter
        title="Usage this month"
        used={usage.currentPeriodCost}
        limit={usage.limit}
        words={`${formatUsd(usage.currentPeriodCost)} of ${formatUsd(usage.limit)}`}
        {...(usage.isExceeded ? { note: 'The limit is reached: no runs start until next month.' } : {})}
      />
      <WindowMeter title="Synchronous runs, this minute" window={sync} />
      <WindowMeter title="Asynchronous runs, this minute" window={queued} />
      <WindowMeter title="Logs API calls, this minute" window={logsApi} />
      <li className="rounded-lg border border-line bg-surface p-4">
        <p className="text-muted">Logs are kept</p>
        <p className="tabular mt-1 font-semibold text-lg">
          {formatCount(PLAN_LIMITS[plan].logRetentionDays)} days
        </p>
      </li>
    </ul>
  );
}

function WindowMeter({ title, window }: { title: string; window: RateWindow }) {
  const now = useNow();
  const used = window.limit - window.remaining;
  return (
    <Meter
      title={title}
      used={used}
      limit={window.limit}
      words={`${formatCount(used)} of ${formatCount(window.limit)}`}
      {...(used > 0 && Date.parse(window.resetAt) > now ? { resetAt: window.resetAt } : {})}
    />
  );
}

interface MeterProps {
  title: string;
  used: number;
  limit: number;
  words: string;
  note?: string;
  resetAt?: string;
}

function Meter({ title, used, limit, words, note, resetAt }: MeterProps) {
  const share = limit > 0 ? Math.min(1, used / limit) : 0;
  return (
    <li className="rounded-lg border border-line bg-surface p-4">
      <p className="text-muted">{title}</p>
      <p className="tabular mt-1 font-semibold text-lg">{words}</p>
      <div aria-hidden className="mt-2 h-1.5 overflow-hidden rounded-full bg-pressed">
        <div
          className={cn('h-full rounded-full', share >= 0.9 ? 'bg-danger-solid' : 'bg-accent-solid')}
          style={{ width: `${share * 100}%` }}
        />
      </div>
      {note ? <p className="mt-1.5 text-danger text-xs">{note}</p> : null}
      {resetAt ? (
        <p className="mt-1.5 text-faint text-xs">
          Resets <RelativeTime at={resetAt} />
        </p>
      ) : null}
    </li>
  );
}
