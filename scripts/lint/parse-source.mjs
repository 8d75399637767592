import fs from 'node:fs';
import { createRequire } from 'node:module';

/**
 * The compiler of TypeScript. An import would search its 9 MB for names, which takes as long as parsing
 * all tests.
 * @type {typeof import('typescript')}
 */
export const ts = createRequire(import.meta.url)('typescript');

/** Reading the types in comments as well would take a fifth longer. */
const OPTIONS = {
  languageVersion: ts.ScriptTarget.Latest,
  jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
};

/**
 * Parses a file without finding its names. Nodes do not know their parents: give their methods the source.
 * @param {string} file
 */
export const parseSource = (file) => ts.createSourceFile(file, fs.readFileSync(file, 'utf8'), OPTIONS);
