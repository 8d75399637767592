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
/** Words of somebody who knew the blocks, but not these lists. */
const UNSEEN: Readonly<Record<string, string>> = {
  API: '"http request" rest curl fetch "get request" axios graphql "call url" "web service"',
  Agent: 'llm gpt openai claude prompt ai summarize "tool calling" "language model"',
  Chat: 'chatbot conversation "message received" "user message" "chat trigger"',
  Condition: 'if else switch router case decision cond elseif branching',
  Function: 'code js script "custom code" lambda snippet nodejs func',
  Loop: 'foreach repeat while iterate iterator "do until" "split in batches" "for loop"',
  Note: 'comment "sticky note" annotation documentation post-it',
  Parallel: 'concurrent simultaneously "fan out" promise.all "at the same time" threads paral',
  Response: 'return "respond to webhook" "status code" output finish end',
  Schedule: 'cron sched daily "every hour" recurrence interval crontab nightly',
  Start: 'begin "entry point" "manual trigger" inject kickoff',
  Tags: 'label "order number" "correlation id" "mark run" "reference number"',
  Transform: 'mapper "edit fields" reshape compose "rename fields" "build json" trans "field mapping"',
  Variables: 'var "set variable" globals assign "initialize variable" constants "remember value"',
  Wait: 'delay sleep pause approval "human in the loop" settimeout hold resume',
  Webhook: 'hook "incoming request" "catch hook" listener "http in" webh "http trigger"',
  Workflow: 'subflow sub-workflow "execute workflow" "child flow" subroutine nested',
};
const casesOf = (wanted: Readonly<Record<string, string>>) =>
  Object.entries(wanted).flatMap(([title, words]) =>
    [...words.matchAll(/"([^"]+)"|(\S+)/g)].map(([, phrase, word]) => [phrase ?? word ?? '', title] as const),
  );
const CASES = casesOf(WANTED);

const found = (search: string) =>
  allDefinitions()
    .map((definition) => ({ title: definition.title, score: rankBlock(definition, search) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ title }) => title);

test('there are at least 120 words', () => expect(CASES.length).toBeGreaterThanOrEqual(120));

test.each(CASES)('%s finds %s first', (search, title) => expect(found(search)[0]).toBe(title));

test.each(casesOf(UNSEEN))('%s finds %s first, too', (search, title) => expect(found(search)[0]).toBe(title));

test.each([
  'google sheets',
  'salesforce',
  'dropbox',
  'gmail',
  'trello',
  'postgres',
  'shopify',
  'undo',
  'dark mode',
  'billing',
])('no block is offered for %s', (search) => expect(found(search)).toEqual([]));

test.each(['xq', 'tsfm', 'rtn', 'qqq'])('the scattered letters of %s find nothing', (search) =>
  expect(found(search)).toEqual([]),
);
