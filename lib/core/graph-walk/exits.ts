import { isJsonObject } from '../../platform/text/exact-number';
import type { BlockDefinition, BlockResult, OutputPort } from '../blocks/block';
import { type PortMoment, portsAt } from './ports';

/** The port that a run takes if a block names none. */
export const MAIN_PORT = 'out';

/** The ports of a block that a run takes although the block names none of them. */
export interface Exits {
  /** The port that catches a failure; null if nothing is connected to it. */
  readonly errorPort: string | null;
  /** The port where a run leaves a disabled block. */
  readonly passPort: string;
  /** The port that is taken while the block runs; null if nothing is connected to it. */
  readonly earlyPort: string | null;
}

export function exitsOf(ports: readonly OutputPort[], isConnected: (port: string) => boolean): Exits {
  const connectedAt = (moment: PortMoment) =>
    portsAt(ports, moment).find(({ id }) => isConnected(id))?.id ?? null;
  return {
    errorPort: connectedAt('failure'),
    passPort: portsAt(ports, 'success')[0]?.id ?? MAIN_PORT,
    earlyPort: connectedAt('begun'),
  };
}

/** The part of a block's result that decides where a run continues. */
export type EndOfBlock =
  | Pick<Extract<BlockResult, { ok: true }>, 'ok' | 'branch'>
  | Pick<Extract<BlockResult, { ok: false }>, 'ok' | 'continuable'>;

/** Returns the port where a run continues: an error port catches every failure. Null if none does. */
export function portAfter({ errorPort }: Pick<Exits, 'errorPort'>, end: EndOfBlock): string | null {
  if (end.ok) return end.branch ?? MAIN_PORT;
  if (errorPort !== null) return errorPort;
  return end.continuable ? MAIN_PORT : null;
}

/** The end of a block in the log of a run. */
export interface RecordedEnd {
  status: 'success' | 'warning' | 'error' | 'skipped' | 'cancelled';
  output: unknown;
}

/** Returns the port by which a run left a block, as its log tells; null if its path ended there. */
export function portAfterRecorded(
  { errorPort, passPort }: Exits,
  { status, output }: RecordedEnd,
  { enabled, branchTaken }: { enabled: boolean } & Pick<BlockDefinition, 'branchTaken'>,
): string | null {
  switch (status) {
    case 'success':
      return portOfOutput(output, branchTaken);
    // A failure after which the run went on without an error port.
    case 'warning':
      return MAIN_PORT;
    case 'error':
      return errorPort;
    case 'skipped':
      return enabled ? null : passPort;
    case 'cancelled':
      return null;
  }
}

/** Returns the port that a success with this output takes. */
export const portOfOutput = (output: unknown, branchTaken: BlockDefinition['branchTaken']): string =>
  branchTaken?.(isJsonObject(output) ? output : {}) ?? MAIN_PORT;

/** Returns all ports that a run takes: where it continues, and the one that it took while the block ran. */
export const portsTaken = (port: string | null, early?: string | null): ReadonlySet<string> =>
  new Set([port, early].filter((taken) => typeof taken === 'string'));
