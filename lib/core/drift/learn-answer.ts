import { isChange } from './is-change';
import { type Answer, type Observed, observeAnswer, parentOf } from './observe-answer';
import { MAX_FIELDS, MAX_PATHS, MAX_TRIALS, type PathCounts, type Profile, type Trial } from './profile';

/** Answers needed before anything new can count as a change. */
export const LEARNING_ANSWERS = 30;
/** Answers after which an event that is too rare for a change is accepted as variety. */
export const TRIAL_ANSWERS = 50;

export interface AnswerOrigin {
  /** Milliseconds since 1970. */
  atMs: number;
  logId: string;
}

/** Adds an answer to the profile, which it changes; events never seen before are put on trial. */
export function learnAnswer(profile: Profile, answer: Answer, origin: AnswerOrigin): void {
  const observed = observeAnswer(profile, answer);
  const onTrial = new Set(profile.trials.map(({ path, event }) => `${path} ${event}`));
  for (const trial of profile.trials) continueTrial(trial, observed.get(trial.path), origin);
  for (const [path, seen] of observed) {
    const counts = profile.paths[path] ?? newCounts(profile, path);
    if (counts === null) continue;
    profile.paths[path] = counts;
    for (const event of seen.events) {
      if (onTrial.has(`${path} ${event}`)) continue;
      if (isSuspect(counts, event) && profile.trials.length < MAX_TRIALS)
        profile.trials.push(newTrial(path, event, counts, origin));
      else counts.seen[event] = (counts.seen[event] ?? 0) + 1;
    }
    counts.of += 1;
    if (seen.there) counts.there += 1;
  }
  profile.answers += 1;
  profile.trials = profile.trials.filter((trial) => !isOver(profile, trial));
  foldMaps(profile);
}

/** Accepts a found event as normal from now on. @returns true if it was there */
export function expectEvent(profile: Profile, path: string, event: string): boolean {
  const trial = profile.trials.find((one) => one.path === path && one.event === event);
  if (trial === undefined) return false;
  acceptEvent(profile, trial);
  profile.trials = profile.trials.filter((one) => one !== trial);
  return true;
}

/** A field that first appears later was missing in all answers before, so it may be missing again. */
function newCounts(profile: Profile, path: string): PathCounts | null {
  if (Object.keys(profile.paths).length >= MAX_PATHS) return null;
  const parent = parentOf(path);
  const before = parent === null ? 0 : (profile.paths[parent]?.seen.object ?? 0);
  // The parent is already counted for this answer.
  const of = Math.max(0, before - 1);
  return { of, there: 0, seen: of > 0 && !path.endsWith('.*') ? { missing: of } : {} };
}

function isSuspect({ of, there, seen }: PathCounts, event: string): boolean {
  if (seen[event] !== undefined) return false;
  if (event === 'missing') return of >= LEARNING_ANSWERS;
  // The type of a value that has always been null so far is unknown.
  return there >= LEARNING_ANSWERS && Object.keys(seen).some((one) => one !== 'missing' && one !== 'null');
}

function newTrial(path: string, event: string, counts: PathCounts, { atMs, logId }: AnswerOrigin): Trial {
  return {
    path,
    event,
    before: { ...counts.seen },
    answers: 1,
    hits: 1,
    sinceLast: 0,
    foundMs: null,
    clean: event === 'missing' ? counts.of : counts.there,
    firstMs: atMs,
    lastMs: atMs,
    firstLogId: logId,
    lastLogId: logId,
  };
}

function continueTrial(trial: Trial, observed: Observed | undefined, { atMs, logId }: AnswerOrigin): void {
  // A missing value says nothing about its type.
  if (observed === undefined || (trial.event !== 'missing' && !observed.there)) return;
  trial.answers += 1;
  if (!observed.events.has(trial.event)) {
    trial.sinceLast += 1;
    return;
  }
  trial.hits += 1;
  trial.sinceLast = 0;
  trial.lastMs = Math.max(trial.lastMs, atMs);
  trial.lastLogId = logId;
  if (trial.foundMs === null && isChange(trial)) trial.foundMs = atMs;
}

function isOver(profile: Profile, trial: Trial): boolean {
  if (trial.foundMs !== null || trial.answers < TRIAL_ANSWERS) return false;
  acceptEvent(profile, trial);
  return true;
}

function acceptEvent({ paths }: Profile, { path, event, hits }: Trial): void {
  const counts = paths[path];
  if (counts !== undefined) counts.seen[event] = (counts.seen[event] ?? 0) + hits;
}

/** Turns objects whose keys keep changing into maps: all their members share one path from then on. */
function foldMaps(profile: Profile): void {
  const fields = new Map<string, number>();
  for (const path of Object.keys(profile.paths)) {
    const parent = parentOf(path);
    if (parent !== null) fields.set(parent, (fields.get(parent) ?? 0) + 1);
  }
  for (const [parent, count] of fields) {
    const counts = profile.paths[parent];
    if (count <= MAX_FIELDS || counts === undefined) continue;
    counts.map = true;
    const isInside = (path: string) => path.startsWith(`${parent}.`) || path.startsWith(`${parent}["`);
    for (const path of Object.keys(profile.paths)) if (isInside(path)) delete profile.paths[path];
    profile.trials = profile.trials.filter(({ path }) => !isInside(path));
  }
}
