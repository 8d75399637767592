/** The words of one command, and its standard input if the text contains it. */
export interface ShellCommand {
  words: string[];
  /** Text of a heredoc or here-string. */
  stdin: string | null;
  /** True if its output goes into the next command. */
  pipesOn: boolean;
  /** Shell variables that became `{{NAME}}`. */
  variables: Set<string>;
  warnings: Set<string>;
}

/** Returns the commands of a text one after the other; null at its end. */
export interface ShellReader {
  next(): ShellCommand | null;
}

/** Values of shell variables set in the text itself. */
export type KnownVariables = ReadonlyMap<string, string>;

export function emptyCommand(): ShellCommand {
  return { words: [], stdin: null, pipesOn: false, variables: new Set(), warnings: new Set() };
}

/** Converts a shell variable to a variable of the workspace, unless the text itself sets its value. */
export function variableText(name: string, command: ShellCommand, known: KnownVariables): string {
  const value = known.get(name);
  if (value !== undefined) return value;
  command.variables.add(name);
  return `{{${name}}}`;
}

export const OPEN_QUOTE_WARNING = 'A quote is never closed: the command may have been cut off.';
