import { contentDigest, makeIfStale } from './content-stamp.mjs';
import { installPackages } from './install.mjs';
import { OperatorError } from './operator-error.mjs';
import { withFileLock } from './owner-file.mjs';
import { say, saying } from './progress.mjs';
import { inProject } from './project.mjs';
import { runNode } from './run-tool.mjs';

const PRISMA_INPUTS = ['prisma/schema.prisma', 'prisma.config.ts', 'package-lock.json'];
const BUNDLE_INPUTS = ['lib', 'prisma/schema.prisma', 'tsconfig.json', 'package-lock.json'];
const BUILD_INPUTS = [
  'app',
  'components',
  'public',
  'proxy.ts',
  'instrumentation.ts',
  'next.config.js',
  'postcss.config.mjs',
  ...BUNDLE_INPUTS,
];

/** The processes of the product, each bundled into one file so that they start without a compiler. */
export const ENTRY_POINTS = {
  server: 'lib/server/main.ts',
  worker: 'lib/worker/main.ts',
  cli: 'lib/cli/main.ts',
};
const BUNDLE_DIR = '.next/millrace';

export function bundleOf(entryPoint) {
  return inProject(BUNDLE_DIR, `${entryPoint}.mjs`);
}

/** Brings the clone up to what is asked for: packages, generated client, process bundles, built pages. */
export async function prepare(lifetime, { bundles = false, pages = false, routeTypes = false } = {}) {
  const onWait = (owner) =>
    say(`· Waiting for process ${owner?.pid ?? '?'}, which is preparing this folder …`);
  await withFileLock(
    inProject('.cache/prepare.lock'),
    async () => {
      await installPackages(lifetime);
      await generateClient(lifetime);
      if (routeTypes) await generateRouteTypes(lifetime);
      if (pages) await buildPages(lifetime);
      if (bundles || pages) await bundleEntryPoints(lifetime);
    },
    onWait,
  );
}

function generateClient(lifetime) {
  return makeIfStale({
    stamp: '.cache/stamps/client',
    result: 'lib/generated/prisma',
    digest: contentDigest(PRISMA_INPUTS),
    make: () =>
      saying('Generating the database client', () =>
        tool(lifetime, 'prisma generate', 'node_modules/prisma/build/index.js', ['generate']),
      ),
  });
}

/** `next-env.d.ts` and the types of the routes, which the type check reads. */
function generateRouteTypes(lifetime) {
  return makeIfStale({
    stamp: '.cache/stamps/route-types',
    result: '.next/types/routes.d.ts',
    digest: contentDigest(['app', 'next.config.js', 'package-lock.json']),
    make: () => tool(lifetime, 'next typegen', 'node_modules/next/dist/bin/next', ['typegen']),
  });
}

/** Next empties `.next` before it builds, the bundles with it; they are made again after it. */
function buildPages(lifetime) {
  return makeIfStale({
    stamp: '.cache/stamps/pages',
    result: '.next/BUILD_ID',
    digest: contentDigest(BUILD_INPUTS),
    make: () =>
      saying('Building the app (again only when the code changes)', () =>
        tool(lifetime, 'next build', 'node_modules/next/dist/bin/next', ['build'], {
          NODE_ENV: 'production',
        }),
      ),
  });
}

function bundleEntryPoints(lifetime) {
  return makeIfStale({
    stamp: `${BUNDLE_DIR}/.stamp`,
    result: BUNDLE_DIR,
    digest: contentDigest(BUNDLE_INPUTS),
    make: async () => {
      await tool(lifetime, 'esbuild', 'node_modules/esbuild/bin/esbuild', [
        ...Object.entries(ENTRY_POINTS).map(([name, file]) => `${name}=${file}`),
        '--bundle',
        '--platform=node',
        '--format=esm',
        '--target=node20',
        '--packages=external',
        '--sourcemap=linked',
        '--log-level=warning',
        `--outdir=${BUNDLE_DIR}`,
        '--out-extension:.js=.mjs',
      ]);
    },
  });
}

async function tool(lifetime, name, script, args, env) {
  const { exitCode, output } = await runNode(lifetime, inProject(script), args, { env });
  if (exitCode !== 0)
    throw new OperatorError(`${output.trim()}\n${name} failed (exit ${exitCode}): see its words above.`);
}
