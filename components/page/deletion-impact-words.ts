import { countOf } from '@/components/ui/format-quantity';
import type { DeletionImpact } from '@/lib/services/removal/schema';

/** Returns sentences about what ends with a deletion; empty if nothing does. */
export function deletionImpactWords(ends: DeletionImpact, what: 'workflow' | 'workspace'): string {
  const { subscriptions, deliveries, executions, held } = ends;
  const ended =
    subscriptions === 0 ? '' : `${countOf(subscriptions, 'webhook subscription')} will be deleted`;
  const dropped =
    deliveries === 0 ? '' : `${countOf(deliveries, 'pending delivery', 'pending deliveries')} cancelled`;
  // Of a workflow only the held ones are cancelled.
  const cancelled = what === 'workspace' ? executions : held;
  const finishing = what === 'workspace' ? 0 : executions - held;
  return [
    ended === '' ? '' : `${[ended, dropped].filter(Boolean).join(', and ')}.`,
    cancelled === 0
      ? ''
      : `${countOf(cancelled, what === 'workspace' ? 'run' : 'held run')} will be cancelled.`,
    finishing === 0 ? '' : `${countOf(finishing, 'run')} already started will finish.`,
  ]
    .filter(Boolean)
    .join(' ');
}
