import { countOf } from '@/components/ui/format-quantity';
import type { DeletionImpact } from '@/lib/services/removal/schema';

/** Returns sentences about what ends with a deletion; empty if nothing does. */
export function deletionImpactWords(ends: DeletionImpact, what: 'workflow' | 'workspace'): string {
  const { subscriptions, deliveries, executions } = ends;
  const ended =
    subscriptions === 0 ? '' : `${countOf(subscriptions, 'webhook subscription')} will be deleted`;
  const dropped =
    deliveries === 0 ? '' : `${countOf(deliveries, 'pending delivery', 'pending deliveries')} cancelled`;
  const going = executions === 0 ? '' : countOf(executions, 'run');
  return [
    ended === '' ? '' : `${[ended, dropped].filter(Boolean).join(', and ')}.`,
    going === '' || what === 'workflow' ? '' : `${going} will be cancelled.`,
    going === '' || what === 'workspace' ? '' : `${going} already started will finish.`,
  ]
    .filter(Boolean)
    .join(' ');
}
