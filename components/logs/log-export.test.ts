import { describe, expect, test } from 'vitest';
import { csvLine } from '../ui/csv-line';
import { exportedFile, exportName, exportProgress, listedRows, searchProgress } from './log-export';

const row = (id: string, name = 'Orders', error: readonly string[] = []) => ({
  id,
  workflowId: 'w',
  executionId: 'e',
  version: 2,
  level: 'info',
  status: 'success',
  trigger: 'api',
  startedAt: '2026-01-31T12:00:00.000Z',
  totalDurationMs: 7,
  waitedMs: 0,
  cost: { total: 0.5 },
  workflow: { name },
  errorCode: error[0] ?? null,
  errorMessage: error[1] ?? null,
  tags: ['eu', 'order 7'],
});
const END = { nextCursor: null, resumeCursor: 'r' };

function streamOf(lines: readonly unknown[], cutAt = 5): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += cutAt) controller.enqueue(bytes.subarray(at, at + cutAt));
      controller.close();
    },
  });
}

describe('a file of runs', () => {
  test('as CSV has a line for each, wherever the stream was cut', async () => {
    const { file, rows } = await exportedFile(
      listedRows(
        streamOf([
          row('1', 'Grüße, "Welt"'),
          row('2', 'Orders', ['UPSTREAM', 'Answered 500,\nthen "gone".']),
          END,
        ]),
      ),
      'csv',
      () => {},
    );
    expect(rows).toBe(2);
    expect((await file.text()).split('\r\n')).toEqual([
      'startedAt,workflow,workflowId,version,level,trigger,durationMs,costUsd,executionId,logId,' +
        'errorCode,errorMessage,status,waitedMs,tags',
      '2026-01-31T12:00:00.000Z,"Grüße, ""Welt""",w,2,info,api,7,0.5,e,1,,,success,0,"eu, order 7"',
      '2026-01-31T12:00:00.000Z,Orders,w,2,info,api,7,0.5,e,2,UPSTREAM,' +
        '"Answered 500,\nthen ""gone"".",success,0,"eu, order 7"',
      '',
    ]);
  });

  test.each([
    ['Ada & Co', 'Ada-Co-logs-2026-01-31-120000.csv'],
    ['仕事', '仕事-logs-2026-01-31-120000.csv'],
    ['—', 'millrace-logs-2026-01-31-120000.csv'],
  ])('of the workspace %s has a name of its own', (workspace, name) =>
    expect(exportName(workspace, 'csv', Date.UTC(2026, 0, 31, 12))).toBe(name),
  );

  test('as NDJSON has the rows as they came, and no line about the end', async () => {
    const { file } = await exportedFile(listedRows(streamOf([row('1'), END])), 'ndjson', () => {});
    expect(await file.text()).toBe(`${JSON.stringify(row('1'))}\n`);
  });

  test('is none when the export failed or broke off', async () => {
    const failed = streamOf([row('1'), { error: { detail: 'The database is away.' } }]);
    await expect(exportedFile(listedRows(failed), 'csv', () => {})).rejects.toThrow('The database is away.');
    await expect(exportedFile(listedRows(streamOf([row('1')])), 'csv', () => {})).rejects.toThrow('broke');
  });

  test('tells how far it is', async () => {
    const counts: number[] = [];
    const many = Array.from({ length: 9_000 }, (_, index) => row(String(index)));
    const { rows } = await exportedFile(listedRows(streamOf([...many, END], 65_536)), 'ndjson', (count) =>
      counts.push(count),
    );
    expect(rows).toBe(9_000);
    expect(counts.length).toBeGreaterThan(0);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  });
});

test('progress names the total that was counted, as long as it holds', () => {
  expect(exportProgress(1_000, 12_345)).toBe('Exporting… 1,000 of 12,345 runs');
  expect(exportProgress(1_000, undefined)).toBe('Exporting… 1,000 runs');
  expect(exportProgress(3, 2)).toBe('Exporting… 3 runs');
});

test('progress of a search says how far back it came', () => {
  expect(searchProgress(0, null)).toBe('Exporting… 0 runs');
  expect(searchProgress(120, 'Nov 3, 08:00')).toBe('Exporting… 120 runs, searched back to Nov 3, 08:00');
});

test('no cell is a formula', () => {
  expect(csvLine(['=1+1', '+1', '-1', '@x', '\tx', 'a=b', -1, null])).toBe(
    "'=1+1,'+1,'-1,'@x,'\tx,a=b,-1,\r\n",
  );
});
