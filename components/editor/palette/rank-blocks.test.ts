import { expect, test } from 'vitest';
import { allDefinitions } from '../document/definition-of';
import { rankBlock } from './rank-blocks';

/** Words that people of other tools and programmers type, and the block that must stand first. */
const WANTED: Readonly<Record<string, string>> = {
  API: 'http https rest curl fetch request req get post put patch endpoint url axios graphql oauth api "http request" download integration',
  Agent:
    'llm gpt ai chatgpt claude gemini openai anthropic model prompt summarize classify assistant agent "ai agent" generate',
  Chat: 'chat chatbot bot conversation widget',
  Condition: 'if else switch case cond router route branch filter decision compare rule condition',
  Function: 'code script javascript js snippet eval lambda function func custom "run code"',
  Loop: 'loop foreach split iterate iterator repeat while each "for each"',
  Note: 'note sticky comment annotation remark',
  Parallel: 'parallel concurrent concurrency fanout bulk',
  Response: 'response return respond reply output result answer',
  Schedule: 'cron every timer interval schedule daily hourly weekly recurring',
  Start: 'start manual input begin form',
  Tags: 'tags tag label metadata',
  Transform: 'set map edit mapping mapper transform rename convert shape "edit fields"',
  Variables: 'variables variable state global assign counter',
  Wait: 'wait delay sleep pause human approve approval review callback hold',
  Webhook: 'webhook hook incoming listener receive catch',
  Workflow: 'workflow subflow subworkflow "sub workflow" child nested module reuse',
};
const CASES = Object.entries(WANTED).flatMap(([title, words]) =>
  [...words.matchAll(/"([^"]+)"|(\S+)/g)].map(([, phrase, word]) => [phrase ?? word ?? '', title] as const),
);

const found = (search: string) =>
  allDefinitions()
    .map((definition) => ({ title: definition.title, score: rankBlock(definition, search) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ title }) => title);

test('there are at least 120 words', () => expect(CASES.length).toBeGreaterThanOrEqual(120));

test.each(CASES)('%s finds %s first', (search, title) => expect(found(search)[0]).toBe(title));

test.each(['xq', 'tsfm', 'rtn', 'qqq'])('the scattered letters of %s find nothing', (search) =>
  expect(found(search)).toEqual([]),
);
