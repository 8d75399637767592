import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { patient } from '../../../../../scripts/lib/machine-speed.mjs';
import { importCurl } from './import-curl';
import { compareRequests, requestOf } from './testing/compare-requests';
import { HAS_CURL, startRealCurl } from './testing/real-curl';

const FOLDER = join(process.cwd(), 'node_modules/curlconverter/fixtures/curl_commands');

const commands = readdirSync(FOLDER)
  .map((file) => ({ name: file.replace('.txt', ''), text: readFileSync(join(FOLDER, file), 'utf8') }))
  .filter(({ text }) => text.trim() !== '');

/** Commands that must give a warning: the block sends no body with GET. */
const BEYOND_THE_BLOCK: Readonly<Record<string, RegExp>> = {
  multiline_post_with_data: /no body with GET/,
};
/** Commands that curl refuses: cut in two by a line end, data beside a form, an option for a file name. */
const REFUSED_BY_CURL = new Set([
  'get_with_header_lowercase_cookie',
  'j_data_priority_than_f',
  'put_with_T_option',
]);
const FILES = 'new_file sample.sparql myfile.jpg image.jpg 47.htz fixtures/curl_commands/delete.txt';

describe.skipIf(!HAS_CURL)('published commands, beside what the real curl sends', () => {
  let curl: Awaited<ReturnType<typeof startRealCurl>>;
  beforeAll(async () => {
    curl = await startRealCurl();
    await curl.run(`mkdir -p fixtures/curl_commands && touch ${FILES}`);
  });
  afterAll(() => curl.close());

  it('at least 95 % become the same request to the byte, and all the same once decoded', {
    timeout: patient(120_000),
  }, async () => {
    const differing: string[] = [];
    const respelled: string[] = [];
    let compared = 0;
    for (const { name, text } of commands) {
      if (name in BEYOND_THE_BLOCK) continue;
      const sent = await curl.run(text, { DO_API_TOKEN: '{{DO_API_TOKEN}}' });
      if (REFUSED_BY_CURL.has(name)) {
        expect(sent, name).toBeNull();
        continue;
      }
      if (sent === null) throw new Error(`curl sent nothing for ${name}`);
      compared += 1;
      const differences = compareRequests(await requestOf(importCurl(text).config), sent);
      const words = `${name}: ${differences.map(({ what }) => what).join('; ')}`;
      if (differences.some(({ onlySpelling }) => !onlySpelling)) differing.push(words);
      else if (differences.length > 0) respelled.push(words);
    }
    expect(compared).toBeGreaterThanOrEqual(60);
    expect(differing).toEqual([]);
    expect(respelled.length / compared, respelled.join('\n')).toBeLessThanOrEqual(0.05);
  });
});

it.each(Object.entries(BEYOND_THE_BLOCK))('%s: what the block cannot send is said', (name, words) => {
  const text = commands.find((command) => command.name === name)?.text ?? '';
  expect(importCurl(text).warnings.join('\n')).toMatch(words);
});
