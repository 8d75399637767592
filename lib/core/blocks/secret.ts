/** A value nobody may read in anything a run leaves behind; `name` is null if it was typed in. */
export interface Secret {
  name: string | null;
  value: string;
  /** True for a value that a rule of redaction has found in the run. */
  redacted?: true;
}
