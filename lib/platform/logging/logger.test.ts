import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { logSettings } from '../env';
import { createLogWriter, type LogFields } from './logger';

const FORGED = 'x\n{"level":"info","message":"signed in"}\r\u001b[31mred\u009b2J\u2028\u202eback\u0000';

function collector(format: 'json' | 'pretty', isTerminal = false, level: 'debug' | 'info' = 'info') {
  const lines: string[] = [];
  const settings = { LOG_FORMAT: format, LOG_LEVEL: level } as const;
  const write = createLogWriter(settings, isTerminal, (text) => lines.push(text));
  const error = (message: string, fields: LogFields = {}) => write('runs', 'error', message, fields);
  return { lines, write, error, parsed: () => lines.map((line) => JSON.parse(line)) };
}

describe('a line of the log', () => {
  it('is one JSON object with time, level, component, message and the ids it is about', () => {
    const { error, lines, parsed } = collector('json');
    error('an end could not be recorded', { requestId: 'r1', executionId: 'e1', deliveryId: 'd1', tries: 3 });
    expect(lines[0]).toMatch(/^\{.*\}\n$/);
    expect(parsed()[0]).toEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      level: 'error',
      component: 'runs',
      message: 'an end could not be recorded',
      requestId: 'r1',
      executionId: 'e1',
      deliveryId: 'd1',
      tries: 3,
    });
  });

  it.each(['json', 'pretty'] as const)(
    'can neither be forged nor coloured by foreign text (%s)',
    (format) => {
      const { write, lines } = collector(format);
      write('http', 'info', 'asked', { path: FORGED, [FORGED]: 1, list: [FORGED], error: new Error(FORGED) });
      const text = lines.join('');
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
      expect(text.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u202e]/);
      const own = format === 'json' ? /^\{"level":"info","time"/ : /^(\d\d:\d\d:\d\d\.\d{3} INFO | {2})/;
      for (const line of text.trimEnd().split('\n')) expect(line).toMatch(own);
      if (format === 'json') expect(JSON.parse(text).path).toBe(FORGED);
    },
  );

  it('is coloured on a terminal only, and there only its level', () => {
    const onTerminal = collector('pretty', true);
    onTerminal.error('failed', { path: FORGED });
    expect(onTerminal.lines[0]!.split('\u001b')).toHaveLength(3);
    const inFile = collector('pretty', false);
    inFile.error('failed', { path: FORGED });
    expect(inFile.lines[0]).not.toContain('\u001b');
  });

  it('is cut where foreign text is endless', () => {
    const { error, lines } = collector('json');
    error('failed', { text: 'x'.repeat(1_000_000), list: Array.from({ length: 100_000 }, () => 'y') });
    expect(lines[0]!.length).toBeLessThan(20_000);
  });

  it('is not written below the level asked for', () => {
    const { write, lines } = collector('json');
    write('runs', 'debug', 'a detail', {});
    expect(lines).toEqual([]);
  });
});

describe('the same error again and again', () => {
  it('is one line a second of its kind at most, counting the others, naming their subjects', async () => {
    const { error, parsed } = collector('json');
    for (let index = 0; index < 500; index += 1) error('not recorded', { executionId: `e${index}` });
    error('another kind');
    expect(parsed().map(({ message }) => message)).toEqual(['not recorded', 'another kind']);
    while (parsed().length < 3) await sleep(20);
    expect(parsed()[2]).toMatchObject({ message: 'not recorded', repeated: 499, executionId: 'e499' });
    expect(parsed()[2].ids).toEqual(Array.from({ length: 20 }, (_, index) => `e${index + 1}`));
    const [first, , last] = parsed();
    expect(Date.parse(last.time) - Date.parse(first.time)).toBeGreaterThanOrEqual(950);
  });

  it('is counted to the end: what was held back is written when the process exits', () => {
    const script = `
      import { logger } from './lib/platform/logging/logger.ts';
      for (let index = 0; index < 10; index += 1) logger('runs').error('not recorded');
      process.exit(3);`;
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '-e', script],
      { encoding: 'utf8', env: { ...process.env, LOG_FORMAT: '', LOG_LEVEL: '' } },
    );
    expect(stderr).toBe('');
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ repeated }) => repeated)).toEqual([undefined, 9]);
    expect(status).toBe(3);
  });

  it('goes on in bounded memory when no two kinds are alike', () => {
    const { error, lines } = collector('json');
    for (let index = 0; index < 5_000; index += 1) error(`kind ${index}`);
    expect(lines.length).toBeLessThan(600);
  });
});

describe('the settings of the log', () => {
  it('are the defaults when they are wrong, so that the complaint about them can be logged', () => {
    process.env.LOG_LEVEL = 'shout';
    try {
      expect(logSettings()).toMatchObject({ LOG_LEVEL: 'info', LOG_FORMAT: 'auto' });
    } finally {
      delete process.env.LOG_LEVEL;
    }
  });
});
