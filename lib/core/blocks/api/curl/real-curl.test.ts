import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BASH_COMMANDS } from './commands.fixture';
import { importCurl } from './import-curl';
import { compareRequests, requestOf } from './testing/compare-requests';
import { HAS_CURL, startRealCurl } from './testing/real-curl';

describe.skipIf(!HAS_CURL)('an imported command sends what bash and curl send', () => {
  let curl: Awaited<ReturnType<typeof startRealCurl>>;
  beforeAll(async () => {
    curl = await startRealCurl();
  });
  afterAll(() => curl.close());

  it.each(BASH_COMMANDS)('%s', async (_, command) => {
    const sent = await curl.run(command);
    if (sent === null) throw new Error('curl sent nothing');
    const differences = compareRequests(await requestOf(importCurl(command).config), sent);
    expect(differences.filter(({ onlySpelling }) => !onlySpelling)).toEqual([]);
  });
});
