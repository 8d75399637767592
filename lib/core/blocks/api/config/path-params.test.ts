import { expect, it } from 'vitest';
import { fillPathParams, findPathParams } from './path-params';

it.each([
  ['https://h.example:8080/users/:id/{tab}', ['id', 'tab']],
  ['https://h.example/:a/:a?x=:no#/:no', ['a']],
  ['{{BASE}}/users/:id', ['id']],
  ['https://h.example/v1:batch/{{NAME}}/a:b', []],
  ['https://:user@h.example', []],
  ['<start.url>/:id', ['id']],
  ['', []],
])('%s has path parameters %j', (url, names) => {
  expect(findPathParams(url)).toEqual(names);
});

it('values fill their segments once, and missing ones are named', () => {
  expect(fillPathParams('https://h.example/:id/x/{id}/:other?q=:id', [['id', 'a%2Fb']])).toEqual({
    url: 'https://h.example/a%2Fb/x/a%2Fb/:other?q=:id',
    missing: ['other'],
  });
  expect(fillPathParams('https://h.example/:a', [['a', '$&:b']]).url).toBe('https://h.example/$&:b');
});
