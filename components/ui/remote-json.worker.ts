import { createJsonRows, type JsonRow, type JsonRows, textOfRow } from './json-rows';
import type { JsonMatch } from './json-search';
import { loadRemote, type RemoteSource } from './remote-source';

/** A value too large for the main thread: the worker fetches, parses, opens and searches it. */
export type RemoteQuestion =
  | { ask: 'load'; from: RemoteSource }
  | { ask: 'slice'; from: number; to: number }
  | { ask: 'toggle'; index: number }
  | { ask: 'find'; needle: string }
  | { ask: 'reveal'; match: number }
  | { ask: 'text'; row: JsonRow };

let rows: JsonRows = createJsonRows(null, new Set());
let matches: readonly JsonMatch[] = [];

async function answer(question: RemoteQuestion): Promise<unknown> {
  switch (question.ask) {
    case 'load':
      rows = createJsonRows(await loadRemote(question.from), new Set());
      return rows.count();
    case 'slice':
      return rows.slice(question.from, question.to);
    case 'toggle':
      rows.toggle(question.index);
      return rows.count();
    case 'find':
      matches = rows.find(question.needle);
      return matches.length;
    case 'reveal': {
      const match = matches[question.match];
      return { row: match === undefined ? 0 : rows.reveal(match), count: rows.count() };
    }
    case 'text':
      return textOfRow(rows, question.row);
  }
}

addEventListener('message', async ({ data }: MessageEvent<{ number: number; question: RemoteQuestion }>) => {
  const { number, question } = data;
  try {
    postMessage({ number, answer: await answer(question) });
  } catch (error) {
    postMessage({ number, problem: error instanceof Error ? error.message : String(error) });
  }
});
