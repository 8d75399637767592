import { isJsonObject } from '@/lib/platform/text/exact-number';
import type { MockedRun } from '@/lib/services/mock/schema';
import { countOf } from '../../ui/format-quantity';

/** The source of answers in place of servers: a kept test or a past run. */
export type MockSource = { testId: string } | { logId: string };

/** A source as the value of an option. */
export const valueOfSource = (source: MockSource): string =>
  'testId' in source ? `test ${source.testId}` : `log ${source.logId}`;

export function sourceOfValue(value: string): MockSource {
  const [kind, id = ''] = value.split(' ');
  return kind === 'test' ? { testId: id } : { logId: id };
}

/** Says how a run on recorded answers ended. */
export function endWords({ status, error, answered, missingCount }: MockedRun): string {
  if (missingCount > 0) return `${countOf(missingCount, 'request')} without a recorded answer`;
  const requests = `${countOf(answered, 'request')} answered from the record, none sent.`;
  return status === 'success' ? `Success. ${requests}` : `Error: ${error?.message ?? 'it failed.'}`;
}

export const endTone = ({ status, missingCount }: MockedRun): 'warning' | 'success' | 'danger' =>
  missingCount > 0 ? 'warning' : status === 'success' ? 'success' : 'danger';

/** Says what a block asked for, and what is recorded instead. */
export function missingWords({ blockName, request, nearest }: MockedRun['missing'][number]): string {
  const like = nearest === null ? '' : ` The nearest recorded request is ${nameOf(nearest)}.`;
  return `“${blockName}” asks for ${nameOf(request)}.${like}`;
}

function nameOf(request: unknown): string {
  const { method, url } = isJsonObject(request) ? request : {};
  if (typeof url !== 'string') return 'something that is not in the record';
  return typeof method === 'string' ? `${method} ${url}` : url;
}
