import type { SandboxFiles } from '../platform/sandbox/sandbox-files';

/** A server, and the key that calls it. */
export interface Server {
  url: string;
  apiKey: string;
}

/** The place where a command was called. The same commands work in a clone and in the package `millrace`. */
export interface Surroundings {
  /** Typed paths start here; empty: in the current folder. */
  folder: string;
  /**
   * Returns the server that a command calls. `url`: the value of `--url`; undefined without it.
   * @throws Error in words when there is no key
   */
  serverAt(url: string | undefined): Server;
  /** Returns an environment variable that a flag or a file names; undefined if it is not set. */
  namedVariable(name: string): string | undefined;
  print(text: string): void;
  /** The sandbox's files, where they are not those of the clone. */
  sandboxFiles?: SandboxFiles;
}

/** A command: prints its result, and returns the exit code. @throws Error in words */
export type Command = (args: readonly string[], at: Surroundings) => Promise<number>;
