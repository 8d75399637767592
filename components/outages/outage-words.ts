import { formatCount } from '@/components/ui/format-quantity';
import { formatRelative } from '@/components/ui/format-time';
import { MOST_WAITING_COUNTED, type ServerOutage } from '@/lib/services/server-outages/schema';

/** Returns host and port of an origin. */
export const hostOf = (origin: string): string => origin.slice(origin.indexOf('//') + 2);

const STATES: Readonly<Record<ServerOutage['status'], string>> = {
  suspected: 'may be unavailable',
  away: 'is unavailable',
  returning: 'answers again',
};

/** Returns `api.example.com is unavailable`. */
export const outageTitle = ({ server, status }: Pick<ServerOutage, 'server' | 'status'>): string =>
  `${hostOf(server)} ${STATES[status]}`;

/** Returns `12 blocks wait`. */
export function waitingBlocksWords({ waiting }: Pick<ServerOutage, 'waiting'>): string {
  if (waiting === 1) return '1 block waits';
  const more = waiting < MOST_WAITING_COUNTED ? '' : ' or more';
  return `${formatCount(waiting)}${more} blocks wait`;
}

/** Returns `Next attempt in 2 min`. Both times are milliseconds since 1970. */
export function probeWords(
  { status, isProbing, nextProbeAt }: Pick<ServerOutage, 'status' | 'isProbing' | 'nextProbeAt'>,
  nowMs: number,
): string {
  if (isProbing) return 'Trying now';
  if (nextProbeAt === null) return status === 'returning' ? 'Runs continue, oldest first' : 'Runs continue';
  const atMs = Date.parse(nextProbeAt);
  return atMs <= nowMs ? 'Next attempt in a moment' : `Next attempt ${formatRelative(atMs, nowMs)}`;
}

/** Returns `503` or `CONNECTION_REFUSED`. */
export const failureWords = ({ lastFailure: { code, status } }: Pick<ServerOutage, 'lastFailure'>): string =>
  status === null ? code : String(status);
