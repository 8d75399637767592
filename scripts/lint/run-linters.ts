import { describeFailure } from '../lib/operator-error.mjs';
import { PROJECT_ROOT } from '../lib/project.mjs';

/** Returns the faults of the repository's texts and sources: `file:line: what is wrong: what to do`. */
type Linter = () => string[] | Promise<string[]>;

/** They are loaded when they run, so that one alone starts quickly and one that fails to load stops no other. */
const LINTERS: Readonly<Record<string, () => Promise<Linter>>> = {
  architecture: async () => (await import('./architecture')).lintArchitecture,
  'avoided-calls': async () => (await import('./avoided-calls')).lintAvoidedCalls,
  'block-types': async () => (await import('./block-types')).lintBlockTypes,
  boundaries: async () => (await import('./boundaries')).lintBoundaries,
  comments: async () => (await import('./comments')).lintComments,
  contract: async () => (await import('./contract')).lintContract,
  decisions: async () => (await import('./decisions')).lintDecisions,
  documents: async () => (await import('./documents')).lintDocuments,
  'endpoint-schemas': async () => (await import('./endpoint-schemas')).lintEndpointSchemas,
  'error-codes': async () => (await import('./error-codes')).lintErrorCodes,
  'key-handlers': async () => (await import('./key-handlers')).lintKeyHandlers,
  prose: async () => (await import('./prose')).lintProse,
  'regular-expressions': async () => (await import('./regular-expressions')).lintRegularExpressions,
};

/**
 * `npx tsx scripts/lint/run-linters.ts` runs all linters, with names behind it only those. Prints their
 * faults and exits with 1 when there are any.
 */
async function main(names: readonly string[]): Promise<void> {
  process.chdir(PROJECT_ROOT); // linters name files from there, and so does the loader of the guides
  let count = 0;
  for (const name of names.length > 0 ? names : Object.keys(LINTERS)) {
    const faults = await faultsOf(name);
    count += faults.length;
    if (faults.length > 0) console.log(`${name}:\n${faults.map(indented).join('\n')}\n`);
  }
  console.log(`Faults: ${count}`);
  process.exitCode = count > 0 ? 1 : 0;
}

const indented = (fault: string): string => `  ${fault.replaceAll('\n', '\n  ')}`;

/** A linter that throws is a fault itself: it has read nothing. */
async function faultsOf(name: string): Promise<string[]> {
  const load = LINTERS[name];
  if (load === undefined) return [`no linter has this name: choose ${Object.keys(LINTERS).join(', ')}`];
  try {
    const lint = await load();
    return await lint();
  } catch (error) {
    return [describeFailure(error)];
  }
}

await main(process.argv.slice(2));
