import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { guideFences } from './guide-fences';

/** The programs of the page about polling. scripts/guide-examples-polling.db.test.ts runs them. */
interface Poller {
  /** The language after the fence. */
  language: string;
  file: string;
  command: readonly string[];
}

export const POLLERS: readonly Poller[] = [
  {
    language: 'typescript poller',
    file: 'follow-logs.mts',
    command: [process.execPath, '--import', 'tsx'],
  },
  { language: 'python poller', file: 'follow_logs.py', command: ['python3'] },
];

export const canRun = ({ command: [program = ''] }: Poller): boolean =>
  spawnSync(program, ['--version']).status === 0;

/** @throws if the page has no such program */
export function writePoller({ language, file }: Poller, folder: string): string {
  const fence = guideFences()
    .get('polling-the-logs.md')
    ?.find((one) => one.language === language);
  if (fence === undefined) throw new Error(`The page has no program in ${language}.`);
  const at = path.join(folder, file);
  writeFileSync(at, fence.text);
  return at;
}

/** @returns its output, line by line, as it arrives */
export function startPoller({ command }: Poller, file: string, env: Record<string, string>) {
  const [program = '', ...args] = command;
  const child: ChildProcess = spawn(program, [...args, file], { env: { ...process.env, ...env } });
  const lines: string[] = [];
  let [rest, complaints] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const whole = (rest + text).split('\n');
    rest = whole.pop() ?? '';
    lines.push(...whole);
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  const ended = once(child, 'exit');
  return {
    lines,
    complaints: () => complaints,
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
