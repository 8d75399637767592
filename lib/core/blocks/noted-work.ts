import type { BlockNotes } from './outside-work';

/**
 * Does work and notes its result, so that a run resumed after a crash has it without repeating the work.
 * The result must be JSON.
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
