import { parseExact } from '@/lib/platform/text/exact-number';
import { loadRemote, type RemoteSource } from '../ui/remote-source';
import { shownDifferences } from './value-differences';

/** A value as JSON (null if it is missing), or the source to fetch it from. */
export type DifferingSide = { json: string | null } | { from: RemoteSource };

const readSide = (side: DifferingSide): Promise<unknown> | unknown => {
  if ('from' in side) return loadRemote(side.from);
  return side.json === null ? undefined : parseExact(side.json);
};

/** Compares the two sides of a message. The response has the differences, or the reason of a failure. */
addEventListener('message', async ({ data }: MessageEvent<[DifferingSide, DifferingSide]>) => {
  try {
    const [before, after] = await Promise.all(data.map(readSide));
    postMessage({ differences: shownDifferences(before, after, Number.POSITIVE_INFINITY) });
  } catch (error) {
    postMessage({ problem: error instanceof Error ? error.message : String(error) });
  }
});
