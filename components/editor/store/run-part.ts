/** Which part of the draft a run is of, and on what. */
export interface RunPart {
  /** Id of the block that it begins with. */
  from?: string;
  /** Id of the block that it ends with. */
  until?: string;
  /** `only`: nothing is sent or waited for. */
  pins?: 'only';
}
