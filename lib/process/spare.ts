/** True if this process waits to take the place of another (`scripts/lib/supervisor/warm-spare.mjs`). */
export const isSpare = (args: readonly string[] = process.argv): boolean => args.includes('--spare');

/** Tells the supervisor that all is loaded, and resolves when this process is to serve. */
export function untilNeeded(): Promise<void> {
  // It has begun nothing that would have to be ended in order.
  const end = () => process.exit(0);
  process.once('disconnect', end);
  return new Promise((resolve) => {
    process.on('message', function heard(message: { type?: string }) {
      if (message.type !== 'serve') return;
      process.off('message', heard);
      process.off('disconnect', end);
      resolve();
    });
    process.send?.({ type: 'warm' });
  });
}
