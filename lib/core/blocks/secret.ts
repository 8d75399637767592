/**
 * A value nobody may read in what a run leaves behind; `name` is null when it was typed in, not a variable.
 */
export interface Secret {
  name: string | null;
  value: string;
}
