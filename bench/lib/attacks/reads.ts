import { connect } from 'node:net';
import type { KeyHolder, WrittenDocument } from '../../../e2e/fixtures/api';
import type { Lifetime } from '../../../e2e/fixtures/app-process';
import { type Attack, type Finding, whatMissed } from './attack';
import type { Target } from './target';

const MB = 1024 * 1024;
/** Milliseconds for which the readers continue. */
const ATTACK_MS = 20_000;
const READERS = 60;
/** Each block of a run logs an output of 0.9 MB, so that a log has 27 MB. */
const BLOCKS = 30;
const RUNS = 10;
const position = { x: 0, y: 0 };

/** Start with functions behind it, side by side. */
function largeOutputs(): WrittenDocument {
  const start = { id: 's', type: 'start', name: 's', position };
  const blocks = Array.from({ length: BLOCKS }, (_, index) => ({
    id: `f${index}`,
    type: 'function',
    name: `f${index}`,
    position,
    config: { code: "return { text: 'x'.repeat(900000) };" },
  }));
  return {
    blocks: Object.fromEntries([start, ...blocks].map((block) => [block.id, block])),
    edges: blocks.map(({ id }) => ({ id: `to-${id}`, source: 's', target: id })),
  };
}

interface Run {
  logId: string;
}

async function makeRuns({ call, createWorkflow }: KeyHolder): Promise<Run[]> {
  const id = await createWorkflow('Large outputs', largeOutputs());
  const runs: Run[] = [];
  for (let run = 0; run < RUNS; run += 1)
    runs.push((await call<Run>('POST', `/api/v1/workflows/${id}/executions`, { input: {} })).body);
  return runs;
}

/** Sends a request and reads its whole response, without keeping it. @returns the status, and if it is large */
async function read({ origin }: Target, { key }: KeyHolder, path: string): Promise<string> {
  try {
    const response = await fetch(origin + path, { headers: { 'x-api-key': key } });
    let bytes = 0;
    for await (const chunk of response.body ?? []) bytes += chunk.length;
    return bytes > MB ? `${response.status} large` : `${response.status} small`;
  } catch (error) {
    return `failed: ${(error as Error).message}`;
  }
}

const reading = (pathOf: (run: Run, reader: KeyHolder) => string) =>
  async function run(target: Target): Promise<Finding> {
    const reader = await target.makeAccount('reader');
    const runs = await makeRuns(reader);
    const until = Date.now() + ATTACK_MS;
    const each = async (_: unknown, index: number): Promise<string[]> => {
      const answers: string[] = [];
      while (Date.now() < until)
        answers.push(await read(target, reader, pathOf(runs[(index + answers.length) % RUNS]!, reader)));
      return answers;
    };
    const answers = (await Promise.all(Array.from({ length: READERS }, each))).flat();
    return { answers, wrong: whatMissed(answers, /^200 large$/) };
  };

const log = ({ logId }: Run): string => `/api/v1/logs/${logId}`;
const page = (_: Run, { workspaceId }: KeyHolder): string =>
  `/api/v1/logs?workspaceId=${workspaceId}&limit=1000&includeTraceSpans=true&includeFinalOutput=true`;

/** Asks for large logs and reads nothing of the responses, while another account reads a log of its own. */
async function askAndWait(target: Target, lifetime: Lifetime): Promise<Finding> {
  const reader = await target.makeAccount('waiter');
  const other = await target.makeAccount('other');
  const runs = await makeRuns(reader);
  const [own] = await makeRuns(other);
  const sockets = Array.from({ length: READERS }, (_, index) => {
    const socket = connect(target.port, '127.0.0.1').pause();
    socket.write(
      `GET ${log(runs[index % RUNS]!)} HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${reader.key}\r\n\r\n`,
    );
    socket.on('error', () => {}); // the server cuts some
    return socket;
  });
  const close = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  lifetime.onEnd(close);
  const answers: string[] = [];
  for (const until = Date.now() + ATTACK_MS; Date.now() < until; )
    answers.push(await read(target, other, log(own!)));
  close();
  answers.push(await read(target, reader, log(runs[0]!)));
  return { answers, wrong: whatMissed(answers, /^200 large$/) };
}

/** Logs of 27 MB, read by many at once. */
export const READS: readonly Attack[] = [
  { name: 'large logs, read by 60 at once', run: reading(log) },
  { name: 'pages of large logs, read by 60 at once', run: reading(page) },
  { name: 'large logs, asked for by 60 who read nothing', run: askAndWait },
];
