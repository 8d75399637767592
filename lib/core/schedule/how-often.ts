import { type PickedPattern, readPicked, writePicked } from './cron-picker';
import { EVERY_UNITS, type Schedule } from './schedule';

/** The choices of how often a schedule starts runs: what is counted, what the clock says, and one date. */
export const HOW_OFTEN = [...EVERY_UNITS, 'daily', 'weekly', 'monthly', 'cron', 'once'] as const;
export type HowOften = (typeof HOW_OFTEN)[number];

/** The parts of a schedule that a choice stands for. */
export type Repetition = Pick<Schedule, 'kind' | 'unit' | 'cron'>;

const FIRST_TIME = '09:00';
const WORKING_DAYS = [1, 2, 3, 4, 5];

/** Returns the choice that a schedule is; a pattern without a choice of its own is `cron`. */
export function howOften({ kind, unit, cron }: Repetition): HowOften {
  if (kind === 'every') return unit;
  return kind === 'once' ? 'once' : (readPicked(cron)?.kind ?? 'cron');
}

/** Returns the settings that change with a choice. The time of day is kept. */
export function toRepetition(wanted: HowOften, { cron }: Pick<Repetition, 'cron'>): Partial<Repetition> {
  if (wanted === 'once') return { kind: 'once' };
  if (wanted === 'cron') return { kind: 'cron' };
  const unit = EVERY_UNITS.find((each) => each === wanted);
  if (unit !== undefined) return { kind: 'every', unit };
  return { kind: 'cron', cron: writePicked(patternOf(wanted, readPicked(cron)?.time ?? FIRST_TIME)) };
}

function patternOf(wanted: HowOften, time: string): PickedPattern {
  if (wanted === 'weekly') return { kind: 'weekly', time, days: WORKING_DAYS };
  return wanted === 'monthly' ? { kind: 'monthly', time, day: 1 } : { kind: 'daily', time };
}
