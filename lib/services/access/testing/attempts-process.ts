import { type Attempts, countAttempt } from '../attempts';

/** A process of its own: counts as often as it is told, and answers how often that was granted. */
process.on('message', async ({ attempts, times }: { attempts: Attempts[]; times: number }) => {
  const counted = await Promise.allSettled(Array.from({ length: times }, () => countAttempt(attempts)));
  process.send?.(counted.filter(({ status }) => status === 'fulfilled').length);
});
process.on('disconnect', () => process.exit());
