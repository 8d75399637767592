import type { ErrorFields } from '../logging/error-fields';
import type { WrittenLine } from '../logging/logger';
import { type Attributes, keyValues, nanosOf, type OtlpLogRecord } from './otlp';
import { traceIdOf } from './trace-context';

const SEVERITY: Readonly<Record<WrittenLine['level'], number>> = { debug: 5, info: 9, warn: 13, error: 17 };

/** Converts a line of the log; its trace is that of the caller, or else of the run that it is about. */
export function logRecord({ level, message, fields }: WrittenLine, nowMs: number): OtlpLogRecord {
  const { error, traceId, ...others } = fields;
  const { executionId } = others;
  const trace =
    typeof traceId === 'string'
      ? traceId
      : typeof executionId === 'string'
        ? traceIdOf(executionId)
        : undefined;
  const time = nanosOf(nowMs);
  return {
    timeUnixNano: time,
    severityNumber: SEVERITY[level],
    severityText: level,
    body: { stringValue: message },
    attributes: keyValues({
      ...(others as Attributes),
      ...(error !== undefined && errorAttributes(error as ErrorFields)),
    }),
    ...(trace !== undefined && { traceId: trace }),
    observedTimeUnixNano: time,
  };
}

const errorAttributes = ({ type, code, message, stack = [] }: ErrorFields): Attributes => ({
  'exception.type': code === undefined ? type : `${type} ${code}`,
  'exception.message': message,
  'exception.stacktrace': stack.join('\n'),
});
