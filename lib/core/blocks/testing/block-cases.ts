/** The cases of a block for `executor-conformance.test.ts`. `<type>/testing/cases.ts` exports `makeCases`. */
export interface BlockCases {
  /** Configs that succeed with any input; together they leave by every port but the error port. */
  succeeds: readonly Config[];
  /** Configs that fail, in the executor or because the schema rejects them. */
  fails: readonly Config[];
  /** A config that runs until it is cancelled; required if the block sends a request or runs code. */
  lasts?: Config;
}

type Config = Readonly<Record<string, unknown>>;

/**
 * @param server origin of an HTTP server: `/ok` answers 200 with JSON, `/missing` 404, `/never` nothing
 */
export type MakeBlockCases = (server: string) => BlockCases | Promise<BlockCases>;
