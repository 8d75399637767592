import { expect, test } from 'vitest';
import type { TraceSpan } from '@/lib/core/engine/trace-span';
import { errorOfNoSpan } from './error-of-no-span';

test('the error of a run is shown above its trace where no span of it has failed', () => {
  const error = { code: 'INTERRUPTED', message: 'The server stopped.' };
  const span = (status: TraceSpan['status'], children: TraceSpan[] = []) =>
    ({ status, children }) as unknown as TraceSpan;
  const shown = (traceSpans: TraceSpan[]) => errorOfNoSpan({ executionData: { error, traceSpans } });
  expect(shown([])).toBe(error);
  expect(shown([span('success')])).toBe(error);
  expect(shown([span('warning', [span('error')])])).toBeNull();
});
