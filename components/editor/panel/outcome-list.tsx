import type { HookOutcomeCount } from '@/lib/services/incoming-webhooks/schema';
import { Badge } from '../../ui/badge';
import { countOf } from '../../ui/format-quantity';
import { RelativeTime } from '../../ui/relative-time';
import { OUTCOME_WORDS } from './hook-outcomes';

/** The live requests of the last days, by what became of them. */
export function OutcomeList({ outcomes }: { outcomes: readonly HookOutcomeCount[] }) {
  if (outcomes.length === 0) return null;
  return (
    <div className="rounded-lg border border-line p-3">
      <h3 className="font-medium text-sm">Live requests of the last 7 days</h3>
      <ul className="mt-1.5 flex flex-col gap-1 text-xs">
        {outcomes.map(({ outcome, count, lastAt }) => (
          <li key={outcome} className="flex flex-wrap items-center gap-2">
            <Badge tone={OUTCOME_WORDS[outcome].tone}>{OUTCOME_WORDS[outcome].label}</Badge>
            <span className="tabular">{countOf(count, 'request')}</span>
            <span className="ml-auto text-muted">
              last <RelativeTime at={lastAt} />
            </span>
            {OUTCOME_WORDS[outcome].why === undefined ? null : (
              <p className="w-full text-muted">{OUTCOME_WORDS[outcome].why}</p>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
