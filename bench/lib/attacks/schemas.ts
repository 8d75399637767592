import { HOSTILE_CHECKS } from '../../../lib/core/json-schema/testing/hostile-checks';
import type { Attack } from './attack';
import { startHostileUpstream } from './hostile-upstream';
import { runAtOnce } from './runs';

const TIMES = 4;
/** As many as a block has. */
const ASSERTIONS = 50;
/** The most characters of an assertion's schema. */
const MOST_CHARACTERS = 50_000;

/** Checks an answer of 500 KB against small schemas that ask for endless work. */
export const SCHEMAS: readonly Attack[] = HOSTILE_CHECKS.flatMap(({ name, schema }): Attack[] => {
  const value = JSON.stringify(schema);
  if (value.length > MOST_CHARACTERS) return [];
  return [
    {
      name: `an assertion's schema: ${name}`,
      run: async (target, lifetime) => {
        const url = `${await startHostileUpstream(lifetime)}/long-text`;
        const assertions = Array.from({ length: ASSERTIONS }, () => ({
          subject: 'body',
          name: 'text',
          operator: 'schema',
          value,
        }));
        const meets = /^200 (?:success|error (?:CHECK_TOO_COMPLEX|ASSERTION_FAILED))$/;
        return runAtOnce(target, name, [{ url, assertions }], { times: TIMES, meets });
      },
    },
  ];
});
