import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { blockDefinitions } from '../core/blocks/registry/definitions';
import { MockAnswers } from '../core/mock/mock-answers';
import { exchangesOf, type RecordedExchange } from '../core/mock/recorded-exchange';
import { parseTestFile, type TestFile } from '../core/run-tests/test-file';
import { getLogEndpoint } from '../services/logs/endpoints';
import { apiClient } from './api-client';
import { startMockServer } from './mock-server';
import { parse, read } from './read-flags';
import type { Command, Surroundings } from './surroundings';
import { UrlFlag } from './url-flag';
import { readTests } from './workflow-folder';

const DEFAULT_PORT = 4010;
const MAX_PORT = 65_535;
/** A test has 1 MB at most, and its file is written with more space. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;

const TEXT = { type: 'string' } as const;
const Flags = z.object({
  port: z.coerce
    .number('Give a port.')
    .int('Give a whole number.')
    .min(0, 'Give a port of at least 0; 0 is any free one.')
    .max(MAX_PORT, `At most ${MAX_PORT}.`)
    .default(DEFAULT_PORT),
  run: z.array(z.string()).default([]),
  url: UrlFlag,
});

/** Serves the recorded answers of tests and runs on this machine, until it is interrupted. */
export const runMock: Command = async (args, at) => {
  const firstFlag = args.findIndex((arg) => arg.startsWith('-'));
  const files = firstFlag === -1 ? args : args.slice(0, firstFlag);
  const given = read(args.slice(files.length), { port: TEXT, run: { ...TEXT, multiple: true }, url: TEXT });
  const { port, run: logIds, url } = parse(Flags, given);
  const exchanges = await mockedExchanges(files, logIds, { at, url });
  const server = await startMockServer(new MockAnswers(exchanges), {
    port,
    onRequest: (words) => at.print(`${words}\n`),
  });
  at.print(startWords(server.origin, exchanges));
  await interrupted();
  await server.close();
  return 0;
};

/** Returns what was recorded in files, folders and runs. @throws Error in words if that is nothing */
export async function mockedExchanges(
  files: readonly string[],
  logIds: readonly string[],
  { at, url }: { at: Surroundings; url?: string | undefined },
): Promise<RecordedExchange[]> {
  if (files.length + logIds.length === 0)
    throw new Error('Name what was recorded: test files, a pulled folder, or --run LOG.');
  const exchanges = files
    .flatMap((file) => testsIn(path.resolve(at.folder, file)))
    .flatMap(({ kept, expected }) => exchangesOf(kept.spans, blockDefinitions, expected.sent));
  if (logIds.length > 0) {
    const client = apiClient(at.serverAt(url));
    for (const id of logIds) {
      const { data } = await client.call(getLogEndpoint, { params: { id } });
      exchanges.push(...exchangesOf(data.executionData.traceSpans, blockDefinitions));
    }
  }
  if (exchanges.length === 0) throw new Error('No requests of API blocks are recorded there.');
  return exchanges;
}

function testsIn(place: string): TestFile[] {
  if (!fs.existsSync(place)) throw new Error(`There is no file or folder ${place}.`);
  if (!fs.statSync(place).isDirectory()) return [testIn(place)];
  const found = [...readTests(place)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return found.map(([, test]) => {
    if ('problem' in test) throw new Error(test.problem);
    return test.content;
  });
}

function testIn(file: string): TestFile {
  if (fs.statSync(file).size > MAX_FILE_BYTES) throw new Error(`${file} is larger than 16 MB.`);
  return parseTestFile(fs.readFileSync(file, 'utf8'), file);
}

function startWords(origin: string, exchanges: readonly RecordedExchange[]): string {
  const { hosts } = new MockAnswers(exchanges);
  const lines = [...hosts].map(
    ([host, count]) => `  ${origin}/${host}  ${count} recorded ${count === 1 ? 'request' : 'requests'}\n`,
  );
  return `Recorded answers, until you press Ctrl-C:\n${lines.join('')}`;
}

async function interrupted(): Promise<void> {
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
}
