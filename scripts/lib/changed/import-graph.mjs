import fs from 'node:fs';
import path from 'node:path';

const SOURCE = /\.(?:[cm]?[jt]s|tsx)$/;
const EXTENSIONS = ['', '.ts', '.tsx', '.mts', '.mjs', '.cjs', '.js', '.json'];
const COMMENT_LINE = /^(?:\*|\/\/|\/\*)/;
const TYPE_KEYWORDS = /\b(?:import|export) type\b/;
const REST_OF_TYPE_IMPORT = /^[^'"`;=]*['"][^'"\n]*['"]/;
/** Texts that may be a path: imports, and files that are started, read or loaded by name. */
const PATHS = /(['"`])([\w@.()[\]+-]+(?:\/[\w@.()[\]+-]+)*)\1/g;

/**
 * Reads which files each source names: in imports, as a path from the root, or as the name of a file beside
 * it. Regular expressions read the whole project in less than a second. A text that only looks like a path
 * adds a test too many.
 * @param {string} root
 * @param {readonly string[]} files all files, from the root; deleted ones too, so that their importers are found
 * @returns {Map<string, Set<string>>}
 */
export function readImports(root, files) {
  const there = new Set(files);
  const sources = files.filter((file) => SOURCE.test(file));
  return new Map(sources.map((file) => [file, namedIn(readSource(root, file), file, there)]));
}

function readSource(root, file) {
  try {
    return fs.readFileSync(path.join(root, file), 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return '';
    throw error;
  }
}

function namedIn(text, file, there) {
  const named = new Set();
  for (const [, , name] of withoutTypeImports(withoutComments(text)).matchAll(PATHS)) {
    const target = resolve(name, path.posix.dirname(file), there);
    if (target && target !== file) named.add(target);
  }
  return named;
}

const withoutComments = (text) =>
  text
    .split('\n')
    .filter((line) => !COMMENT_LINE.test(line.trimStart()))
    .join('\n');

/** Imports of types are erased, so a change behind them breaks types and no test. */
function withoutTypeImports(text) {
  const [start = '', ...rest] = text.split(TYPE_KEYWORDS);
  return [start, ...rest.map((part) => part.replace(REST_OF_TYPE_IMPORT, ''))].join('\n');
}

function resolve(name, folder, there) {
  const withExtension = (base) =>
    EXTENSIONS.map((extension) => base + extension).find((one) => there.has(one));
  if (name.startsWith('@/')) return withExtension(name.slice(2));
  const beside = path.posix.join(folder, name);
  if (name.startsWith('.'))
    return (
      withExtension(beside) ??
      // The packages name a source as it is called once it is compiled.
      withExtension(beside.replace(/\.js$/, '')) ??
      withExtension(path.posix.normalize(name))
    );
  if (!/\.\w+$/.test(name)) return undefined; // a word or a package
  return there.has(beside) ? beside : there.has(name) ? name : undefined;
}

/**
 * Turns the imports around: the files that name each file.
 * @param {Map<string, Set<string>>} imports
 * @returns {Map<string, string[]>}
 */
export function importersOf(imports) {
  const importers = new Map();
  for (const [file, named] of imports)
    for (const one of named) {
      if (!importers.has(one)) importers.set(one, []);
      importers.get(one).push(file);
    }
  return importers;
}
