/** Returns the match of the first argument that the supervisor passed in this form; null if there is none. */
export function matchArgument(form: RegExp, args: readonly string[] = process.argv): RegExpExecArray | null {
  return args.map((argument) => form.exec(argument)).find((match) => match !== null) ?? null;
}
