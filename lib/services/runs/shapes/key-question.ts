/** The data for reading the key of a start, also in another process. */
export interface KeyQuestion {
  /** Text with references, such as `<start.customer>`. */
  expression: string;
  /** The block that the run begins with. */
  slug: string;
  /** Its outputs where the input has no value. */
  defaults: Readonly<Record<string, unknown>>;
  /** All blocks: references to the others have no value when a run begins. */
  slugs: readonly string[];
}
