import { staticChecks } from '../static-checks.mjs';

const isSource = (/** @type {string} */ file) => /\.(?:[cm]?[jt]s|tsx)$/.test(file);
const RULES_OF_FORMAT = 'biome.json';

/**
 * The static checks that work between landings needs, by name, with the changes that can break them. All of
 * them together take a few seconds of each core, because the types are checked incrementally.
 * @type {Record<string, (file: string) => boolean>}
 */
const BROKEN_BY = {
  types: () => true,
  'types of scripts': (file) => file.startsWith('scripts/') || file === 'tsconfig.json',
  'format and lint': () => true,
  'words and sources': (file) => isSource(file) || file.endsWith('.md'),
  'import boundaries': isSource,
  'dead code': (file) => isSource(file) || file === 'knip.json',
};

/**
 * Returns the static checks that a change can break; format and lint are checked in the changed files only.
 * @param {import('../lifetime.mjs').Lifetime} lifetime
 * @param {{changed: string[], present: string[]}} change
 */
export function chooseStatic(lifetime, { changed, present }) {
  const linted = changed.includes(RULES_OF_FORMAT) ? ['.'] : present;
  return staticChecks(lifetime, { linted }).filter(({ name }) =>
    (name === 'format and lint' ? linted : changed).some((file) => BROKEN_BY[name]?.(file)),
  );
}
