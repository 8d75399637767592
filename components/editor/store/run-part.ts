/** The part of the draft that a run executes, and its use of pins. */
export interface RunPart {
  /** Id of the block that it begins with. */
  from?: string;
  /** Id of the block that it ends with. */
  until?: string;
  /** `only`: no request is sent, and the run waits for nothing. */
  pins?: 'only';
}
