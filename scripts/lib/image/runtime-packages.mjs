import fs from 'node:fs';
import path from 'node:path';
import { importsOf } from './linked-files.mjs';

/**
 * Returns the names of the project's packages that these modules import. Texts that only look like an import
 * name no package of ours.
 * @param {string} root the folder of `package.json`
 * @param {readonly string[]} modules
 * @returns {string[]}
 */
export function importedPackages(root, modules) {
  const { dependencies } = readJson(path.join(root, 'package.json'));
  const names = modules.flatMap((file) => importsOf(root, file).map(packageOf));
  return [...new Set(names)].filter((name) => Object.hasOwn(dependencies, name));
}

/** Returns `@scope/name` or `name` of an import such as `name/part`. */
const packageOf = (target) =>
  target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/');

/**
 * Returns the folders of these packages and of all that they need, by the lockfile. Optional ones are left out:
 * compilers for the build, and libraries for pictures that Millrace does not scale.
 * @param {string} root
 * @param {readonly string[]} names
 * @returns {string[]}
 */
export function packageFolders(root, names) {
  const { packages } = readJson(path.join(root, 'package-lock.json'));
  const found = new Set(names.map((name) => find(packages, '', name)));
  for (const folder of found) {
    const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = packages[folder];
    const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
    for (const name of [...Object.keys(dependencies), ...peers]) found.add(find(packages, folder, name));
  }
  return [...found].sort();
}

/** Finds a package as Node does: in the folder itself, then in those around it. @throws Error */
function find(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf('node_modules/'))) {
    const base = folder.replace(/\/$/, '');
    const candidate = base === '' ? `node_modules/${name}` : `${base}/node_modules/${name}`;
    if (Object.hasOwn(packages, candidate)) return candidate;
    if (base === '')
      throw new Error(`package-lock.json has no ${name}, which ${from || 'the project'} needs`);
  }
}

function readJson(file) {
  return JSON.parse(fs.readFileSync(file, 'utf8'));
}
