import { findPaths } from './json-paths';

/** First the value as JSON, then paths to evaluate in it; each response has the number of its path. */
export type PathQuestion = { json: string } | { path: string; number: number };

let value: unknown;

addEventListener('message', ({ data }: MessageEvent<PathQuestion>) => {
  if ('json' in data) value = JSON.parse(data.json);
  else postMessage({ number: data.number, found: findPaths(value, data.path) });
});
