import type { QueryConfig } from 'pg';

/**
 * Takes a parameter into a statement that is being written, and returns how the text names it, with its type:
 * `$3::uuid[]`. The same function is the same parameter, however often it is taken.
 */
export type Take<Input> = (type: string, of: (input: Input) => unknown) => string;

/** A named statement: always the same text, so that each connection plans it once. */
export interface Prepared<Input> {
  readonly text: string;
  /** The statement with the parameters of this input, in the order in which the text took them. */
  with(input: Input): QueryConfig<unknown[]>;
}

/** Numbers the parameters of a statement while `write` puts its text together, so that nobody counts them. */
export function prepare<Input>(name: string, write: (take: Take<Input>) => string): Prepared<Input> {
  const taken: Array<(input: Input) => unknown> = [];
  const text = write((type, of) => {
    if (!taken.includes(of)) taken.push(of);
    return `$${taken.indexOf(of) + 1}::${type}`;
  });
  return { text, with: (input) => ({ name, text, values: taken.map((of) => of(input)) }) };
}

/** `prepare` for statements with many forms: each is put together when its name is first asked for. */
export function preparedByName<Input>() {
  const made = new Map<string, Prepared<Input>>();
  return (name: string, write: (take: Take<Input>) => string): Prepared<Input> => {
    const known = made.get(name);
    if (known !== undefined) return known;
    const statement = prepare(name, write);
    made.set(name, statement);
    return statement;
  };
}
