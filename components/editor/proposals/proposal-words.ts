import type { Proposal } from '@/lib/services/proposals/schema';
import type { Tone } from '../../ui/badge';

type Shown = Pick<Proposal, 'state' | 'isMoved' | 'createdBy' | 'apiKey'>;

/** The state of a proposal as a badge. */
export function proposalState({ state, isMoved }: Pick<Shown, 'state' | 'isMoved'>): {
  label: string;
  tone: Tone;
} {
  if (state === 'applied') return { label: 'Applied', tone: 'success' };
  if (state === 'rejected') return { label: 'Rejected', tone: 'neutral' };
  return isMoved ? { label: 'Out of date', tone: 'warning' } : { label: 'Open', tone: 'accent' };
}

/** Names who made a proposal: a person, or a key of theirs. */
export function proposedBy({ createdBy, apiKey }: Pick<Shown, 'createdBy' | 'apiKey'>): string {
  const person = createdBy ?? 'A deleted account';
  return apiKey === null ? person : `${person}, with the key ${apiKey.name ?? 'that is deleted'}`;
}
