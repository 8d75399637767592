import fs from 'node:fs';
import { contentDigest, isFresh, makeStamped } from './content-stamp.mjs';
import { installPackages, packagesArePresent } from './install.mjs';
import { OperatorError } from './operator-error.mjs';
import { withFileLock } from './owner-file.mjs';
import { say, saying } from './progress.mjs';
import { inProject } from './project.mjs';
import { runNode } from './run-tool.mjs';

/**
 * The processes of the product, each bundled into one file so that they start without a compiler; `settings` is
 * loaded by the supervisor, which checks them first.
 */
export const ENTRY_POINTS = {
  server: 'lib/server/main.ts',
  worker: 'lib/worker/main.ts',
  cli: 'lib/cli/main.ts',
  'isolated-process': 'lib/services/runs/isolated-child/main.ts',
  'editing-thread': 'lib/services/shared-edits/thread/main.ts',
  settings: 'lib/platform/env.ts',
};
const BUNDLE_DIR = '.next/millrace';
const NEXT = 'node_modules/next/dist/bin/next';

/** Lies beside what `scripts/image-folder.mjs` has laid out, where all is built and nothing can be built again. */
export const LAID_OUT = 'image.json';

export function bundleOf(entryPoint) {
  return inProject(BUNDLE_DIR, `${entryPoint}.mjs`);
}

const LIB_INPUTS = ['lib', 'prisma/schema.prisma', 'tsconfig.json', 'package-lock.json'];

const CLIENT = {
  label: 'Generating the database client',
  stamp: '.cache/stamps/client',
  result: 'lib/generated/prisma',
  inputs: ['prisma/schema.prisma', 'scripts/lib/generate-client.mjs', 'package-lock.json'],
  make: (lifetime) => tool(lifetime, 'the generator of the client', 'scripts/lib/generate-client.mjs', []),
};

/** `next-env.d.ts` and the types of the routes, which the type check reads. */
const ROUTE_TYPES = {
  label: 'Generating the types of the routes',
  stamp: '.cache/stamps/route-types',
  result: '.next/types/routes.d.ts',
  inputs: ['app', 'next.config.js', 'package-lock.json'],
  make: (lifetime) => tool(lifetime, 'next typegen', NEXT, ['typegen']),
};

const PAGES = {
  label: 'Building the app (again only when the code changes)',
  stamp: '.cache/stamps/pages',
  result: '.next/BUILD_ID',
  inputs: [
    'app',
    'components',
    'public',
    'proxy.ts',
    'instrumentation.ts',
    'next.config.js',
    'postcss.config.mjs',
    'scripts/lib/endpoints-for-browser.cjs',
    ...LIB_INPUTS,
  ],
  make: (lifetime) => tool(lifetime, 'next build', NEXT, ['build'], { NODE_ENV: 'production' }),
};

/**
 * Next empties `.next` before it builds, with the bundles and their stamp; they are made again afterwards.
 */
const BUNDLES = {
  label: 'Bundling the processes',
  stamp: `${BUNDLE_DIR}/.stamp`,
  result: BUNDLE_DIR,
  inputs: ['scripts/lib/bundle.mjs', ...LIB_INPUTS],
  make: (lifetime) =>
    tool(lifetime, 'esbuild', 'scripts/lib/bundle.mjs', [
      BUNDLE_DIR,
      ...Object.entries(ENTRY_POINTS).map(([name, file]) => `${name}=${file}`),
    ]),
};

/**
 * Brings the clone up to date: packages (`devPackages`: those for tests too), generated client, route
 * types, built pages, process bundles. Writes nothing if nothing is stale, so a prepared clone may be
 * read-only.
 */
export async function prepare(
  lifetime,
  { bundles = false, pages = false, routeTypes = false, devPackages = false } = {},
) {
  if (fs.existsSync(inProject(LAID_OUT))) return;
  const packages = { dev: devPackages };
  const products = [
    CLIENT,
    ...(routeTypes ? [ROUTE_TYPES] : []),
    ...(pages ? [PAGES] : []),
    ...(bundles || pages ? [BUNDLES] : []),
  ];
  if (packagesArePresent(packages) && products.every((product) => isFresh(withDigest(product)))) return;
  await withFileLock(
    inProject('.cache/prepare.lock'),
    async () => {
      if (!packagesArePresent(packages)) await installPackages(lifetime, packages);
      for (const product of products.map(withDigest)) {
        if (isFresh(product)) continue;
        await makeStamped({ ...product, make: () => saying(product.label, () => product.make(lifetime)) });
      }
    },
    (owner) => say(`· Waiting for process ${owner?.pid ?? '?'}, which is preparing this folder …`),
  );
}

const withDigest = (product) => ({ ...product, digest: contentDigest(product.inputs) });

/** Returns true if the pages need no build. */
export const pagesAreBuilt = () => isFresh(withDigest(PAGES));

async function tool(lifetime, name, script, args, env) {
  const { exitCode, output } = await runNode(lifetime, inProject(script), args, { env });
  if (exitCode !== 0)
    throw new OperatorError(`${output.trim()}\n${name} failed (exit ${exitCode}): see its words above.`);
}
