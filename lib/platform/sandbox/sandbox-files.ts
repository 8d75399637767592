/** The files that threads of the sandbox need, for programs that don't run in the root folder of a clone. */
export interface SandboxFiles {
  /** The program of a thread. */
  thread: URL;
  /** QuickJS as WebAssembly. */
  quickJs: URL;
}
