import { notIssued } from '../../platform/http/time-cursor';
import { HIGHEST_ID, isId } from '../../platform/ids';

/**
 * The place of an effect in a list: by the run that was looked for, the newest first; within it by the run that
 * sent it, which may be one that it called, and by the order of sending.
 */
export interface EffectPlace {
  run: { at: Date | 'infinity'; id: string };
  /** Null: before the first effect of that run. */
  effect: { at: Date | 'infinity'; id: string; position: number } | null;
}

const BEGINNING: EffectPlace = { run: { at: 'infinity', id: HIGHEST_ID }, effect: null };
const BEHIND_ALL = 'end';

/** The cursor behind an effect, or behind all of a run. It names rows and authorises nothing, so it needs no seal. */
export function effectCursor(
  run: { at: Date; id: string },
  effect: { at: Date; id: string; position: number } | 'behind all',
): string {
  const start = `${run.at.getTime()}.${run.id}`;
  if (effect === 'behind all') return `${start}.${BEHIND_ALL}`;
  return `${start}.${effect.at.getTime()}.${effect.id}.${effect.position}`;
}

/** @throws AppError cursor_invalid */
export function readEffectCursor(cursor: string | undefined): EffectPlace {
  if (cursor === undefined) return BEGINNING;
  const [runMs = '', runId = '', effectMs, effectId = '', position = ''] = cursor.split('.');
  if (!isTime(runMs) || !isId(runId)) throw notIssued();
  const run = { at: new Date(Number(runMs)), id: runId };
  if (effectMs === BEHIND_ALL) return { run, effect: { at: 'infinity', id: HIGHEST_ID, position: 0 } };
  if (effectMs === undefined || !isTime(effectMs) || !isId(effectId) || !/^\d{1,4}$/.test(position))
    throw notIssued();
  return { run, effect: { at: new Date(Number(effectMs)), id: effectId, position: Number(position) } };
}

const isTime = (text: string): boolean => /^\d{1,15}$/.test(text);
