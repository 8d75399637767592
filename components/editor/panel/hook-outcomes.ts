import type { HookOutcome } from '@/lib/services/incoming-webhooks/schema';
import type { Tone } from '../../ui/badge';

interface OutcomeWords {
  label: string;
  tone: Tone;
  /** The reason, where the block itself is at fault. */
  why?: string;
}

/** The words for request outcomes. */
export const OUTCOME_WORDS: Readonly<Record<HookOutcome, OutcomeWords>> = {
  accepted: { label: 'Accepted', tone: 'success' },
  duplicate: { label: 'Duplicate', tone: 'neutral' },
  filtered: { label: 'Filtered out', tone: 'neutral' },
  challenge: { label: 'Handshake answered', tone: 'success' },
  check_failed: { label: 'Check failed', tone: 'danger' },
  address_refused: { label: 'Address refused', tone: 'danger' },
  method_refused: { label: 'Method refused', tone: 'danger' },
  too_large: { label: 'Too large', tone: 'danger' },
  encoding_refused: { label: 'Encoding refused', tone: 'danger' },
  over_limit: { label: 'Over a limit', tone: 'warning' },
  held: { label: 'Refused while held', tone: 'warning' },
  unpublished: { label: 'Unpublished', tone: 'warning' },
  not_set_up: {
    label: 'Not set up',
    tone: 'warning',
    why: 'The secret is in a variable that doesn’t exist, or the condition failed. Requests are answered 409.',
  },
  failed: { label: 'Failed', tone: 'danger' },
};
