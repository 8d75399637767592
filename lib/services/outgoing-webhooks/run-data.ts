import { AppError } from '../../platform/errors';
import { type Actor, mayReadRuns } from '../access/actor';
import { toPayloadOptions } from './payload-flags';
import type { PayloadOptions } from './schema';

type RunData = Pick<PayloadOptions, 'includeFinalOutput' | 'includeTraceSpans'>;

/** Returns true if payloads contain data of runs: their final output or trace spans. */
export const holdsRunData = (options: RunData): boolean =>
  options.includeFinalOutput || options.includeTraceSpans;

export const flagsHoldRunData = (flags: number): boolean => holdsRunData(toPayloadOptions(flags));

/** The same in SQL, of a delivery's flags. */
export const FLAGS_HOLD_RUN_DATA = (column: string): string => `(${column} & 3) <> 0`;

/** What a transform throws is shown as the reason of a failure, and its author decides what that says. */
export const SETTING_A_TRANSFORM = 'Setting the transform of a subscription';

/** @param doing what is asked for, as the sentence's subject @throws AppError forbidden */
export function requireRunData(actor: Actor, doing: string): void {
  if (mayReadRuns(actor)) return;
  throw new AppError('forbidden', `${doing} needs the scope logs:read, which this API key lacks.`);
}

/** Why bodies are left out of a delivery that is shown to a key. */
export const WITHHELD =
  'The body and the receiver’s responses hold data of a run. Reading them needs the scope logs:read, ' +
  'which this API key lacks.';
