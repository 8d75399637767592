import { buildSchema, introspectionFromSchema } from 'graphql';
import { expect, test } from 'vitest';
import { completeGraphql, describeGraphql, findGraphqlProblem, readSchema } from './graphql-text';

const schema = buildSchema(`
  "Somebody with an account" type User {
    "What people call them" name: String!
    friends(first: Int, order: Order): [User!]!
  }
  enum Order { NEWEST OLDEST }
  type Query { "One of them" user(id: ID!): User }
`);

const problem = (text: string, known: typeof schema | null = schema) => findGraphqlProblem(text, known);

/** The labels offered at `|`. */
function offered(marked: string, isAsked = false) {
  const at = marked.indexOf('|');
  const text = marked.replace('|', '');
  const offer = completeGraphql(text, at, { schema, isAsked });
  return offer === null ? null : offer.options.map(({ label }) => label);
}

test('syntax is checked without a schema', () => {
  expect(problem('{ user(id: 1) { anything } }', null)).toBeNull();
  expect(problem('', null)).toBeNull();
  expect(problem('{\n  user(id: ]\n}', null)).toMatchObject({ line: 2, start: 13, end: 14 });
  expect(problem('{ user', null)).toMatchObject({ message: 'The query ends too early.' });
  expect(problem('{a'.repeat(100_000), null)?.message).toMatch(/nested too deeply|more than 20000 tokens/);
});

test('a field that the schema has not got is said where it stands', () => {
  expect(problem('{\n  user(id: 1) { nme }\n}')).toMatchObject({
    start: 18,
    end: 21,
    line: 2,
    message: expect.stringContaining('Cannot query field "nme" on type "User"'),
  });
  expect(problem('{ user { name } }')?.message).toContain('"id"');
});

test('references are told to go into variables', () => {
  expect(problem('{ user(id: <api.data.id>) { name } }')).toMatchObject({
    start: 11,
    message: expect.stringContaining('under Variables'),
  });
  expect(problem('{ user(id: {{ID}}) { name } }', null)?.message).toContain('under Variables');
});

test('fields, arguments, values and variables are offered where they fit', () => {
  expect(offered('{ us| }')).toEqual(['user']);
  expect(offered('query ($id: ID!) { user(id: $id) { na| } }')).toContain('name');
  expect(offered('{ user(id: 1) { friends(fi|) } }')).toEqual(['first']);
  expect(offered('{ user(id: 1) { friends(order: NEW|) } }')).toEqual(['NEWEST']);
  expect(offered('query ($id: ID!) { user(id: $i|) }')).toEqual(['$id']);
  expect(offered('{ user(id: 1) { name| } }')).toBeNull();
  expect(offered('{ user(id: 1) { | } }')).toBeNull();
  expect(offered('{ user(id: 1) { | } }', true)).toEqual(expect.arrayContaining(['name', 'friends']));
});

test('a name says its type and what it is for', () => {
  const text = '{ user(id: 1) { name } }';
  expect(describeGraphql(text, 2, schema)).toEqual({
    signature: 'Query.user: User',
    description: 'One of them',
  });
  expect(describeGraphql(text, text.length - 1, schema)).toBeNull();
});

test('what a server tells of itself is read once, and what is no schema is none', () => {
  const told = introspectionFromSchema(schema);
  expect(readSchema(told)?.getType('User')).toBeDefined();
  expect(readSchema(told)).toBe(readSchema(told));
  expect(readSchema({ __schema: { types: 'none' } })).toBeNull();
});
