/** A problem in a document, before its place is known. */
export interface Finding {
  code: string;
  message: string;
  severity: 'error' | 'warning';
  /** Set if the document can't be saved. */
  refuses?: true;
  unknown?: string;
  nearest?: string;
  /** The block that should come before. */
  before?: string;
}
