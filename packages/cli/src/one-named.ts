import { closest } from '../../../lib/platform/text/closest';
import { UsageError } from './usage-error';

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isId = (text: string): boolean => ID.test(text);

/** Returns the one with a name, or else with that name in other letters. @throws UsageError */
export function oneNamed<Row extends { id: string; name: string }>(
  named: string,
  rows: readonly Row[],
  noun: string,
): Row {
  const same = rows.filter(({ name }) => name === named);
  const alike = rows.filter(({ name }) => name.toLowerCase() === named.toLowerCase());
  const [found, ...others] = same.length > 0 ? same : alike;
  if (found === undefined) {
    const near = closest(
      named,
      rows.map(({ name }) => name),
    );
    throw new UsageError(`There is no ${noun} "${named}".${near === null ? '' : ` Did you mean "${near}"?`}`);
  }
  if (others.length === 0) return found;
  const ids = [found, ...others].map(({ id }) => id).join(', ');
  throw new UsageError(`Several have the name "${named}": give the id. They are ${ids}.`);
}
