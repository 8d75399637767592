/** A value nobody may read in anything a run leaves behind; `name` is null if it was typed in. */
export interface Secret {
  name: string | null;
  value: string;
}
