/** What `executor-conformance.test.ts` runs a block with. `<type>/testing/cases.ts` exports `makeCases`. */
export interface BlockCases {
  /** Configs that end well, whatever the input; between them they leave by every port but the error port. */
  succeeds: readonly Config[];
  /** Configs that end in a failure of the block, in its executor or because its schema refuses them. */
  fails: readonly Config[];
  /** A config that goes on until it is cancelled; needed where the block sends a request or runs code. */
  lasts?: Config;
}

type Config = Readonly<Record<string, unknown>>;

/**
 * @param server origin of an HTTP server: `/ok` answers 200 with JSON, `/missing` 404, `/never` nothing
 */
export type MakeBlockCases = (server: string) => BlockCases | Promise<BlockCases>;
