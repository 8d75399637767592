import type { QueryConfig } from 'pg';

/**
 * Adds a parameter to a statement that is being written, and returns its reference with the type:
 * `$3::uuid[]`. The same function is the same parameter, however often it is added.
 */
export type Take<Input> = (type: string, of: (input: Input) => unknown) => string;

/** A named statement with constant text, so that each connection plans it once. */
export interface Prepared<Input> {
  readonly text: string;
  /** Returns the statement with the parameters of this input, in the order of the text. */
  with(input: Input): QueryConfig<unknown[]>;
}

/** Builds a statement whose parameters are numbered automatically while `write` composes the text. */
export function prepare<Input>(name: string, write: (take: Take<Input>) => string): Prepared<Input> {
  const taken: Array<(input: Input) => unknown> = [];
  const text = write((type, of) => {
    if (!taken.includes(of)) taken.push(of);
    return `$${taken.indexOf(of) + 1}::${type}`;
  });
  return { text, with: (input) => ({ name, text, values: taken.map((of) => of(input)) }) };
}

/** Returns `prepare` for statements with many forms: each is built when its name is first requested. */
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
