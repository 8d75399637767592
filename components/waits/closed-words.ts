import type { WaitPage } from '@/lib/services/runs/wait-schema';

/** Explains why a link can no longer be answered. */
export function closedWords({ state, decision, kind }: WaitPage): { title: string; description: string } {
  if (state === 'expired') return { title: 'This link has expired', description: 'Nobody answered in time.' };
  if (state === 'ended')
    return { title: 'No answer is needed any more', description: 'The run that waited for it has ended.' };
  const title = decision === null ? 'Answered' : decision === 'approved' ? 'Approved' : 'Rejected';
  const what = kind === 'approval' ? 'The decision was recorded' : 'The answer was recorded';
  return { title, description: `${what}, and the run continues. This link works once.` };
}
