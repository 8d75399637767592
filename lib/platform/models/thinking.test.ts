import { expect, it } from 'vitest';
import { ThinkingSplitter } from './thinking';

/** Feeds the text in pieces of `size` characters. */
function split(text: string, size: number, isCut = false) {
  const splitter = new ThinkingSplitter();
  let answer = '';
  for (let at = 0; at < text.length; at += size) answer += splitter.add(text.slice(at, at + size));
  answer += splitter.finish(isCut);
  return { answer, thinking: splitter.thinking };
}

it.each([
  ['<think>let me see</think>\n{"x":1}', '{"x":1}', 'let me see'],
  ['\n <THINK>\nA < b, </thin> too\n</THINK>\n\nYes.', 'Yes.', '\nA < b, </thin> too\n'],
  ['<think>a</think><think>b</think>c', 'c', 'ab'],
  ['<think></think>\n\nHello', '\n\nHello', ''],
  ['<thought>t</thought>Hello', 'Hello', 't'],
  ['[THINK]t[/THINK]Hello', 'Hello', 't'],
  ['◁think▷t◁/think▷Hello', 'Hello', 't'],
  ['<seed:think>t</seed:think>Hello', 'Hello', 't'],
  ['<|START_THINKING|>t<|END_THINKING|>Hello', 'Hello', 't'],
  ['<|channel|>analysis<|message|>t<|end|><|start|>assistant<|channel|>final<|message|>Hi', 'Hi', null],
  ['The tag <think> opens thoughts, </think> ends them.', null, ''],
  ['<thinking>as the prompt wants it</thinking> Hello', null, ''],
  ['<think>without an end', null, ''],
  ['  Hello', null, ''],
  ['<', null, ''],
  ['', null, ''],
] as const)('of %j the answer is %j', (text, answer, thinking) => {
  for (const size of [1, 2, 3, 7, 1_000]) {
    const found = split(text, size);
    expect(found.answer).toBe(answer ?? text);
    if (thinking !== null) expect(found.thinking).toBe(thinking);
  }
});

it('thoughts that were cut off at the most output tokens are thoughts', () => {
  expect(split('<think>and so on', 4, true)).toEqual({ answer: '', thinking: 'and so on' });
});

it.each([
  ['thoughts', '<think></think>'.repeat(200_000)],
  ['blanks', ' '.repeat(200_000)],
])('very many %s are read in time that grows with them', (_, many) => {
  expect(split(`${many}Hello`, 1_000_000).answer.trim()).toBe('Hello');
  expect(split(`${many}Hello`, 8).answer.trim()).toBe('Hello');
});
