/** What is wrong in a document, before it is known where. */
export interface Finding {
  code: string;
  message: string;
  severity: 'error' | 'warning';
  /** It can't be saved so. */
  refuses?: true;
  unknown?: string;
  nearest?: string;
  /** The block that should come before. */
  before?: string;
}
