import type { Tone } from '@/components/ui/badge';
import { formatCount } from '@/components/ui/format-quantity';
import {
  type ErrorGroup,
  type ErrorGroupChangeInput,
  type ErrorGroupCounts,
  MAX_COUNTED_GROUPS,
} from '@/lib/services/error-groups/schema';

type Stated = Pick<ErrorGroup, 'state' | 'reopenedAt' | 'resolvedInVersion'>;

/** The title of a group: what its messages have in common. */
export const groupTitle = ({ shape, code }: Pick<ErrorGroup, 'shape' | 'code'>): string =>
  shape === '' ? code : shape;

export function stateWords({ state, reopenedAt, resolvedInVersion }: Stated): string {
  switch (state) {
    case 'new':
      return reopenedAt === null ? 'New' : 'Reopened';
    case 'acknowledged':
      return 'Acknowledged';
    case 'resolved':
      return resolvedInVersion === null ? 'Resolved' : `Resolved in version ${resolvedInVersion}`;
    case 'ignored':
      return 'Ignored';
  }
}

/** Returns how many groups are in these states: `12`, or `1,000+` where the server counts no further. */
export function countWords(counts: ErrorGroupCounts, states: ReadonlyArray<ErrorGroup['state']>): string {
  const sum = states.reduce((total, state) => total + counts[state], 0);
  const isExact = states.every((state) => counts[state] < MAX_COUNTED_GROUPS);
  return `${formatCount(sum)}${isExact ? '' : '+'}`;
}

/** Returns since when it has its state: since a person set it, or else since a failure made it new again. */
export const stateSince = ({
  stateChangedAt,
  reopenedAt,
}: Pick<ErrorGroup, 'stateChangedAt' | 'reopenedAt'>): string | null => stateChangedAt ?? reopenedAt;

export const STATE_TONES: Readonly<Record<ErrorGroup['state'], Tone>> = {
  new: 'danger',
  acknowledged: 'warning',
  resolved: 'success',
  ignored: 'neutral',
};

export const versionWords = (version: number | null): string =>
  version === null ? 'Draft' : `Version ${version}`;

/** A change that a person can choose, with its label. */
export interface ChangeChoice {
  label: string;
  change: ErrorGroupChangeInput;
}

/** The ways to resolve a group. @param latest number of the workflow's latest version; null if it has none */
export function resolveChoices(latest: number | null): ChangeChoice[] {
  const inVersion = (version: number, which: string): ChangeChoice => ({
    label: `In version ${version} (${which})`,
    change: { state: 'resolved', resolvedInVersion: version },
  });
  return [
    { label: 'Resolved now', change: { state: 'resolved' } },
    ...(latest === null ? [] : [inVersion(latest, 'latest'), inVersion(latest + 1, 'next')]),
  ];
}

const DAY_MS = 86_400_000;
const IGNORED_FOR = [
  { label: 'For a day', days: 1 },
  { label: 'For a week', days: 7 },
  { label: 'For 30 days', days: 30 },
] as const;

/** The ways to ignore a group. @param nowMs milliseconds since 1970 */
export const ignoreChoices = (nowMs: number): ChangeChoice[] => [
  ...IGNORED_FOR.map(({ label, days }): ChangeChoice => {
    const ignoredUntil = new Date(nowMs + days * DAY_MS).toISOString();
    return { label, change: { state: 'ignored', ignoredUntil } };
  }),
  { label: 'Until I change it', change: { state: 'ignored' } },
];
