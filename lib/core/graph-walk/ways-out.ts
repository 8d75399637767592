import type { OutputPort } from '../blocks/block';
import { exitsOf, MAIN_PORT, portsTaken } from './exits';
import { portsAt } from './ports';

/** The connected ports that a run takes together, for each way in which it may leave a block. */
export type WaysOut = ReadonlyArray<ReadonlySet<string>>;

/** Returns the ways out of a block, at least one. A failure that nothing catches ends a run and is no way. */
export function waysOut(
  ports: readonly OutputPort[],
  { enabled, isConnected }: { enabled: boolean; isConnected: (port: string) => boolean },
): WaysOut {
  const { errorPort, passPort, earlyPort } = exitsOf(ports, isConnected);
  if (!enabled) return [portsTaken(passPort)];
  const onward = portsAt(ports, 'success').map(({ id }) => id);
  const ends = [...(onward.length === 0 ? [MAIN_PORT] : onward), errorPort].filter((port) => port !== null);
  const ways = ends.map((port) => portsTaken(isConnected(port) ? port : null, earlyPort));
  return [...new Map(ways.map((way) => [JSON.stringify([...way]), way])).values()];
}
