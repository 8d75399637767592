import fs from 'node:fs';
import path from 'node:path';

const IMPORT = /\b(?:from|import)[\s(]*['"]([^'"\n]+)['"]/g;

/**
 * Returns what a module imports: paths and names of packages. A text that only looks like an import is among them.
 * @param {string} root
 * @param {string} file
 * @returns {string[]}
 */
export function importsOf(root, file) {
  const text = fs.readFileSync(path.join(root, file), 'utf8');
  return [...text.matchAll(IMPORT)].map(([, target = '']) => target);
}

/**
 * Returns these modules and all that they import by a relative path, from the folder `root`. Modules that run
 * without a bundle name each file with its extension; imports of types, in comments, mostly have none.
 * @throws Error if an imported file is missing
 * @param {string} root
 * @param {readonly string[]} modules
 * @returns {string[]}
 */
export function linkedFiles(root, modules) {
  const found = new Set(modules);
  // A set is walked to its end, also over what is added meanwhile.
  for (const file of found)
    for (const target of importsOf(root, file))
      if (target.startsWith('.') && /\.[cm]?js$/.test(target))
        found.add(path.posix.join(path.posix.dirname(file), target));
  return [...found];
}
