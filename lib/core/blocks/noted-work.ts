import type { BlockNotes } from './outside-work';

/**
 * Work whose result is noted, so that a run that goes on after a crash has it without doing the work again.
 * What it gives must be JSON.
 */
export async function notedWork<Result>(
  notes: BlockNotes | undefined,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const known = notes?.read(name);
  if (known !== undefined) return known as Result;
  const result = await work();
  await notes?.write(name, result);
  return result;
}
