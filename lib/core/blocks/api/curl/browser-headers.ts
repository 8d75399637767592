import type { ImportResult } from '../../import-export';
import type { Row } from '../../rows';

/** What browsers send of themselves: no server needs it of a program. */
const NOISE =
  /^(?:sec-.+|user-agent|accept-language|accept-encoding|dnt|upgrade-insecure-requests|priority|pragma|cache-control|x-requested-with|referer)$/i;

/**
 * The headers only a browser has a use for, of a command that was copied from one: those come with `sec-…`.
 */
export function browserHeaders(rows: readonly Row[]): Pick<ImportResult, 'noise'> {
  if (!rows.some(({ key }) => /^sec-/i.test(key))) return {};
  return { noise: { field: 'headers', keys: rows.map(({ key }) => key).filter((key) => NOISE.test(key)) } };
}
