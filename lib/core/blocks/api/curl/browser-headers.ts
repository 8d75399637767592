import type { ImportResult } from '../../import-export';
import type { Row } from '../../rows';

/** Headers that browsers add themselves; no server needs them from a program. */
const NOISE =
  /^(?:sec-.+|user-agent|accept-language|accept-encoding|dnt|upgrade-insecure-requests|priority|pragma|cache-control|x-requested-with|referer)$/i;

/** Returns headers that only a browser needs, for commands copied from one, which have `sec-…` headers. */
export function browserHeaders(rows: readonly Row[]): Pick<ImportResult, 'noise'> {
  if (!rows.some(({ key }) => /^sec-/i.test(key))) return {};
  return { noise: { field: 'headers', keys: rows.map(({ key }) => key).filter((key) => NOISE.test(key)) } };
}
