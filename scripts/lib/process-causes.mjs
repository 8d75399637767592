/**
 * The processes of a test run, by the file that a command line starts. The first that fits decides: tools
 * stand first, because their arguments may name the files of others.
 * @type {ReadonlyArray<readonly [cause: string, files: readonly string[]]>}
 */
const CAUSES = [
  ['types', ['/typescript-native/']],
  ['format and lint', ['/@biomejs/']],
  ['import boundaries', ['/dependency-cruise']],
  ['dead code', ['/knip/']],
  ['Vitest workers', ['/vitest/dist/workers/']],
  ['Vitest main', ['/vitest/vitest.mjs ']],
  ['Playwright workers', ['/playwright/lib/worker/']],
  ['Playwright runner', ['/@playwright/test/cli.js ']],
  [
    'build',
    ['next-build ', '/next/dist/bin/next ', 'scripts/lib/bundle.mjs ', 'scripts/lib/generate-client.mjs'],
  ],
  ['words and sources', ['scripts/lint/']],
  ['product’s server', ['.next/millrace/server.mjs']],
  [
    'product’s other processes',
    ['.next/millrace/', 'isolated-process', 'scripts/start.mjs', 'scripts/worker.mjs', 'scripts/cli.mjs'],
  ],
];
const BROWSER = /chrom|headless_shell|msedge/i;

/**
 * Returns what a process is for; null if its command line does not tell, as for the workers of a build, which
 * then count for their parent.
 * @param {string} commandLine
 * @returns {string | null}
 */
export function causeOf(commandLine) {
  const [path = ''] = commandLine.split(' ', 1);
  const program = path.slice(path.lastIndexOf('/') + 1);
  if (program === 'postgres' || program === 'postgres:') return 'Postgres';
  if (BROWSER.test(program))
    return commandLine.includes(' --type=renderer') ? 'browser renderer' : 'browser other';
  return CAUSES.find(([, files]) => files.some((file) => commandLine.includes(file)))?.[0] ?? null;
}
