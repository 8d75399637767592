/** The names that a column may hold, defined once for SQL, code and the check of values read. */
export interface ClosedList<Name extends string> {
  names: readonly Name[];
  /** Each name as a value, for parameters and comparisons. */
  is: { readonly [N in Name]: N };
  /** Each name as an SQL literal: `state = ${STATES.sql.queued}`. */
  sql: { readonly [N in Name]: string };
  /** Checks a value read from a row. @throws Error when it is none of the names */
  read(value: unknown): Name;
}

/** `what` names the column in the error: "state of an execution". */
export function closedList<const Name extends string>(
  what: string,
  names: readonly Name[],
): ClosedList<Name> {
  for (const name of names) if (!/^[a-z]+$/.test(name)) throw new Error(`“${name}” is not a plain word.`);
  const known: ReadonlySet<unknown> = new Set(names);
  return {
    names,
    is: Object.fromEntries(names.map((name) => [name, name])) as { [N in Name]: N },
    sql: Object.fromEntries(names.map((name) => [name, `'${name}'`])) as { [N in Name]: string },
    read: (value) => {
      if (!known.has(value)) throw new Error(`The ${what} is “${value}”, which this version does not know.`);
      return value as Name;
    },
  };
}
