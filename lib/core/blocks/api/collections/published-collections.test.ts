import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { startHttpServer } from '../../../../platform/outbound-http/testing/loopback-server';
import { createTestBed } from '../../../../platform/outbound-http/testing/outbound-test-client';
import { collectionImporters } from './collection-importer';
import { type SentRequest, sendImported } from './testing/send-imported';

const FOLDER = path.join(import.meta.dirname, 'testing/published');
const bed = createTestBed();
afterAll(() => bed.closeAll());

const METHODS = /can't send (?:LINK|UNLINK|LOCK|UNLOCK|PROPFIND|VIEW|PURGE|COPY); it is set to/;
const FILE = /: put a reference to (?:one|a file) there/;

/** Requests that blocks send differently, by collection and name; with the warning that must be given. */
const BY_DESIGN: Readonly<Record<string, Readonly<Record<string, RegExp | null>>>> = {
  'har-deep': { '': null }, // a text without a type is sent as text/plain
  'har-multipart-data': { '': FILE },
  // The tool itself sends `"1.0"` in place of the XML, and a form without its rows beside a file.
  'hoppscotch-content-types': { 'content-type-header-override': null, 'multiple-content-type-headers': null },
  'hoppscotch-multipart': { 'multipart-form-data-sample-req': FILE },
  'insomnia-4-pets': { 'uploads an image': null }, // a form without rows is no body
  // The token is fetched first; there is no such server.
  'insomnia-4-security': { '/oauth2/client-credentials': null },
  'postman-2.0-echo': {
    'DELETE Request': /sends no body with DELETE/,
    'OPTIONS to postman echo': /sends no body with OPTIONS/,
    ...Object.fromEntries(
      ['LINK', 'UNLINK', 'LOCK', 'UNLOCK', 'PROPFIND', 'VIEW'].map((name) => [`${name} request`, METHODS]),
    ),
    'PURGE Request': METHODS,
    'COPY Request': METHODS,
    'POST File': FILE,
    'Post file in file mode': FILE,
  },
  'postman-2.0-folders': { 'Create a post': FILE },
  'postman-2.1-folders': { 'Create a post': FILE },
  'postman-2.1-echo': {
    'DELETE Request': /sends no body with DELETE/,
    ...Object.fromEntries(
      ['LINK', 'UNLINK', 'LOCK', 'UNLOCK', 'PROPFIND', 'VIEW'].map((name) => [`${name} request`, METHODS]),
    ),
    'PURGE Request': METHODS,
    'COPY Request': METHODS,
  },
};

/** Reads the meaning of JSON and forms: tools differ in white space and in encoding. */
function meaning({ sent, headers, body }: SentRequest): SentRequest {
  const type = headers['content-type'] ?? '';
  if (type.includes('urlencoded'))
    return { sent, headers, body: JSON.stringify([...new URLSearchParams(body)]) };
  try {
    return { sent, headers, body: type.includes('json') ? JSON.stringify(JSON.parse(body)) : body };
  } catch {
    return { sent, headers, body };
  }
}

const files = readdirSync(FOLDER).filter(
  (file) => !file.endsWith('.sent.json') && path.extname(file) !== '.md',
);

describe('published collections', () => {
  test.each(files)('%s: blocks send what the tool itself would send', async (file) => {
    const { name } = path.parse(file);
    const text = readFileSync(path.join(FOLDER, file), 'utf8');
    const wanted = JSON.parse(readFileSync(path.join(FOLDER, `${name}.sent.json`), 'utf8')) as Array<
      SentRequest & { name: string }
    >;
    const server = await bed.serve(startHttpServer((_request, response) => response.end('{}')));
    const http = bed.open().client;
    const importers = collectionImporters.filter(({ accepts }) => accepts(text));
    expect(importers).toHaveLength(1);
    const choices = (await importers[0]?.choices?.(text)) ?? [];
    expect(choices).toHaveLength(wanted.length);
    for (const { id, description = '' } of choices) {
      const place = wanted.findIndex((one) => one.name === description);
      expect(place, description).not.toBe(-1);
      const [want] = wanted.splice(place, 1) as [SentRequest & { name: string }];
      const imported = await importers[0]!.read(text, { choice: id });
      const sent = await sendImported(imported, server, http);
      const words = BY_DESIGN[name]?.[description];
      const { sent: line, headers, body } = want;
      if (words === undefined)
        expect(sent && meaning(sent), description).toEqual(meaning({ sent: line, headers, body }));
      else if (words !== null) expect(imported.warnings.join(' '), description).toMatch(words);
    }
  });
});
