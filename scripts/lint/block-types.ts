import fs from 'node:fs';
import { blockDefinitions } from '../../lib/core/blocks/registry/definitions';
import { tooFew } from './too-few';
import { typeNaming } from './type-naming';

const FOLDERS = ['app', 'components', 'lib'];
const LEAST_FILES = 301;
/** Definitions of types, generated code, and tests with their support may name a type. */
const LEFT_OUT = /^lib\/(core\/blocks|generated)\/|\/testing\/|[.](test|spec|bench|fixture)[.]/;
/** Documents in their written form, which have to name types. */
const EXAMPLES = /\/(openapi-)?(example|sample)-[^/]+$|^lib\/core\/templates\//;

const COMPARES_TRIGGER = /\bstartsOn [!=]== ['"`]/;

/**
 * Nothing outside lib/core/blocks names a type of block, only capabilities of its definition, or compares
 * which trigger a block is of.
 */
export function lintBlockTypes(): string[] {
  const files = sourceFiles();
  const naming = typeNaming([...blockDefinitions.keys()]);
  const faults = files.flatMap((file) =>
    fs
      .readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const at = `${file}:${index + 1}: ${line.trim()}\n `;
        if (naming.test(line)) return [`${at} names a type of block: ask its definition instead`];
        if (!COMPARES_TRIGGER.test(line)) return [];
        return [`${at} compares a trigger: ask isBlockOf, or give the record of triggers a member`];
      }),
  );
  return [...tooFew(files.length, LEAST_FILES, `sources in ${FOLDERS}`), ...faults];
}

function sourceFiles(): string[] {
  return FOLDERS.flatMap((folder) =>
    fs
      .readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name}`)
      .filter((file) => /[.](tsx?|mjs)$/.test(file) && !LEFT_OUT.test(file) && !EXAMPLES.test(file)),
  );
}
