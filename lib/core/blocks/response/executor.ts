import { writeJson } from '../../../platform/text/json-text';
import type { BlockExecutor } from '../block';
import { isSentHeader, notSentWords } from './answer-headers';
import { MAX_STATUS, MIN_STATUS, type ResolvedResponseConfig, statusOf } from './definition';

/** Outputs `{status, headers, body}`; headers are pairs, so that repeated ones survive. */
export const executeResponse: BlockExecutor<ResolvedResponseConfig> = async ({ status, headers, body }) => {
  const code = statusOf(status);
  if (code !== null) {
    const output = { status: code, headers, body };
    const unsent = new Set(headers.map(([name]) => name).filter((name) => !isSentHeader(name)));
    return unsent.size === 0
      ? { ok: true, output }
      : { ok: true, output, warnings: [...unsent].map(notSentWords) };
  }
  const given = typeof status === 'object' ? writeJson(status) : String(status);
  return {
    ok: false,
    error: {
      code: 'RESPONSE_STATUS_INVALID',
      message:
        `The status must be a whole number from ${MIN_STATUS} to ${MAX_STATUS}, ` +
        `not ${given.slice(0, 80)}.`,
      field: 'status',
    },
    output: { status: null, headers: null, body: null },
    continuable: false,
  };
};
