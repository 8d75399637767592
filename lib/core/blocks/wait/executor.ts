import type { BlockError, BlockExecutor, BlockOutput, BlockResult } from '../block';
import type { BegunWait, WaitForm } from '../outside-work';
import type { ResolvedWaitConfig } from './definition';
import { dueTimeOf } from './due-time';

const NOT_ALONE: BlockError = {
  code: 'RUN_NEEDED',
  message: 'A block waits only as a part of a run. Run the whole workflow.',
};
const CANCELLED: BlockError = { code: 'CANCELLED', message: 'The wait was cancelled.' };

/**
 * Outputs `{until, error}`; for a callback or an approval also `url` and `callbackUrl`, and `decision`,
 * `data`, `by` and `answeredAt`, which are null until there is an answer.
 */
export const executeWait: BlockExecutor<ResolvedWaitConfig> = async (config, context) => {
  const { wait, takeEarly, now = Date.now } = context;
  const form = formOf(config);
  const nothing: BlockOutput = {
    ...(form && { url: null, callbackUrl: null, decision: null, data: null, by: null, answeredAt: null }),
    until: null,
    error: null,
  };
  const due = dueTimeOf(config, now());
  if (!due.ok) return failed(nothing, { code: 'VALUE_INVALID', message: due.message, field: due.field });
  if (!wait) return failed(nothing, NOT_ALONE);
  const begun = await wait({ dueMs: due.dueMs, form });
  const waiting = { ...nothing, ...begun.links, until: isoOf(begun) };
  takeEarly?.('waiting', waiting);
  const end = await begun.ended;
  if (end.how === 'cancelled') return failed(waiting, CANCELLED);
  const warnings = due.note === undefined ? {} : { warnings: [due.note] };
  if (end.how === 'due')
    return { ok: true, output: waiting, ...warnings, ...(form === null ? {} : { branch: 'expired' }) };
  const { decision, data, answeredMs, by = null } = end;
  return {
    ok: true,
    output: { ...waiting, decision, data, by, answeredAt: new Date(answeredMs).toISOString() },
    ...(decision === null ? {} : { branch: decision }),
  };
};

const isoOf = ({ dueMs }: BegunWait): string | null =>
  dueMs === null ? null : new Date(dueMs).toISOString();

function formOf({ kind, title, text, fields }: ResolvedWaitConfig): WaitForm | null {
  if (kind !== 'callback' && kind !== 'approval') return null;
  return {
    kind,
    title: title.trim(),
    text: text.trim(),
    fields: fields.map(({ name, type, required, description }) => ({
      name,
      label: description?.trim() || name,
      type: type === 'string' ? 'text' : type,
      required,
    })),
  };
}

const failed = (output: BlockOutput, error: BlockError): BlockResult => ({
  ok: false,
  error,
  output: { ...output, error },
  continuable: false,
});
