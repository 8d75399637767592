import type { LogDetail } from '@/lib/services/logs/schema';

/** Returns `try 3 of 5`. */
export const tryWords = ({ number, total }: { number: number; total: number }): string =>
  `try ${number} of ${total}`;

type Tries = NonNullable<LogDetail['tries']>;

const STATUS_WORDS: Readonly<Record<NonNullable<Tries['runs'][number]['status']>, string>> = {
  success: 'succeeded',
  warning: 'succeeded with a warning',
  error: 'failed',
  cancelled: 'was cancelled',
};

/** Returns what became of a try: `Try 4 succeeded`; null until it has ended. */
export const endOfTryWords = ({ number, status }: Tries['runs'][number]): string | null =>
  status === null ? null : `Try ${number} ${STATUS_WORDS[status]}`;
