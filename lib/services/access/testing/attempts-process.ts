import { type Attempts, countAttempt } from '../attempts';

/** Runs in a process of its own: counts as many attempts as requested and replies with the number granted. */
process.on('message', async ({ attempts, times }: { attempts: Attempts[]; times: number }) => {
  const counted = await Promise.allSettled(Array.from({ length: times }, () => countAttempt(attempts)));
  process.send?.(counted.filter(({ status }) => status === 'fulfilled').length);
});
process.on('disconnect', () => process.exit());
