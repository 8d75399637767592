import { type Found, namesOf } from './found-places';
import type { ErrorNews, RuleFacts } from './rule-facts';
import { type EachCondition, isEach, type MeasuredCondition } from './schema';

const counted = (count: number, one: string): string =>
  `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;

interface Outcome {
  /** False: the rule has recovered. */
  isOver: boolean;
  /** Of a rule about errors. */
  news: ErrorNews['counts'] | undefined;
  found: readonly Found[];
}

/** Returns the first sentence of a notification. */
export function conditionSentence(
  { condition, windowMinutes }: Pick<RuleFacts, 'condition' | 'windowMinutes'>,
  { isOver, news, found }: Outcome,
): string {
  const minutes = counted(windowMinutes, 'minute');
  if (condition.kind === 'error-groups')
    return news === undefined ? 'There are new or reopened errors.' : newsSentence(news);
  if (isEach(condition)) return eachSentence(condition, { isOver, found, minutes });
  return measuredSentence(condition, isOver, minutes);
}

function newsSentence(counts: ErrorNews['counts']): string {
  const parts = [
    ...(counts.new > 0 ? [counted(counts.new, 'new error')] : []),
    ...(counts.reopened > 0 ? [counted(counts.reopened, 'reopened error')] : []),
  ];
  return `${parts.join(' and ')}.`;
}

function measuredSentence(condition: MeasuredCondition, isOver: boolean, minutes: string): string {
  const least = isOver ? 'At least' : 'Fewer than';
  const more = isOver ? 'More' : 'No more';
  const within = `within ${minutes}.`;
  const longer = 'ms' in condition ? `took longer than ${condition.ms.toLocaleString('en')} ms` : '';
  switch (condition.kind) {
    case 'failures':
      return `${least} ${counted(condition.count, 'execution')} failed ${within}`;
    case 'failure-rate':
      return `${more} than ${condition.percent} % of executions failed ${within}`;
    case 'slower-than':
      return `${least} ${counted(condition.count, 'execution')} ${longer} ${within}`;
    case 'p95-slower-than':
      return `${more} than one in twenty executions ${longer} ${within}`;
    case 'dearer-than':
      return `Executions cost ${isOver ? 'more' : 'no more'} than $${condition.usd} ${within}`;
    case 'queue-older-than':
      return `${isOver ? 'An' : 'No'} execution has been in the queue for more than ${minutes}.`;
  }
}

interface EachOutcome extends Pick<Outcome, 'isOver' | 'found'> {
  minutes: string;
}

function eachSentence(condition: EachCondition, { isOver, found, minutes }: EachOutcome): string {
  const names = namesOf(found);
  switch (condition.kind) {
    case 'failures-in-a-row':
      return isOver
        ? `${counted(condition.count, 'execution')} in a row failed: ${names}.`
        : `Executions succeed again: ${names}.`;
    case 'no-runs':
      return isOver ? `Nothing ran for ${minutes}: ${names}.` : `Executions run again: ${names}.`;
    case 'hold-older-than':
      return isOver
        ? `Held for more than ${minutes}: ${names}.`
        : `${counted(found.length, 'hold')} ${found.length === 1 ? 'has' : 'have'} been released.`;
    case 'server-away':
      return isOver
        ? `Unavailable for more than ${minutes}: ${names}.`
        : `${counted(found.length, 'server')} that executions waited for ${found.length === 1 ? 'answers' : 'answer'} again.`;
  }
}
