import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Errors of blocks and runs come from these folders. */
const FOLDERS = [
  'lib/core/blocks',
  'lib/core/engine',
  'lib/core/references',
  'lib/core/expressions',
  'lib/platform/models',
  'lib/platform/outbound-http',
  'lib/platform/sandbox',
  'lib/services/runs',
  'lib/services/connections',
  'lib/services/files',
];
/** Their codes are not errors of a run: names of variables, and problems of an import. */
const OTHER_FOLDERS = /[/\\](?:curl|openapi|collections|code-export|testing)[/\\]/;
/** Codes of Node and its client, and of a response of the API. */
const OTHER_CODES = /^(?:UND_ERR_|ERR_|UNABLE_TO_|[A-Z_]+_CERT(?:_IN_CHAIN)?$|NOT_RECORDED$|NOTHING_SENT$)/;
const CODE = /'([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)'/g;
const NAMED_CODE = /(?:code: |^ {2}\| )'([A-Z]+)'/gm;

/** Returns the codes in the sources of blocks and runs. */
export const runErrorCodes = (): string[] => codesIn(FOLDERS);

/** Returns the codes of what can't be saved, beside those of problems. */
export const saveErrorCodes = (): string[] => codesIn(['lib/services/workflows']);

function codesIn(folders: readonly string[]): string[] {
  const found = new Set<string>();
  for (const folder of folders)
    for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const file = join(folder, path);
      if (!/\.(?:ts|mjs)$/.test(file) || /\.test\.ts$/.test(file) || OTHER_FOLDERS.test(file)) continue;
      const text = readFileSync(file, 'utf8');
      for (const pattern of [CODE, NAMED_CODE])
        for (const [, code = ''] of text.matchAll(pattern)) if (!OTHER_CODES.test(code)) found.add(code);
    }
  return [...found].sort();
}
