import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Tooltip } from 'radix-ui';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { checkWorkflow, type KnownNames } from '@/lib/core/workflow/check-workflow';
import { fieldOfPlace, WorkflowDocument, type WorkflowProblem } from '@/lib/core/workflow/schema';
import { EVERY_PROBLEM } from '@/lib/core/workflow/testing/every-problem';
import { defaultsOf, definitionOf } from '../document/definition-of';
import { EditorProvider } from '../store/editor-context';
import { createEditorStore } from '../store/editor-store';
import { FIELD_KINDS } from './field-kinds';
import { problemsOfField } from './form-layout';

type Config = Readonly<Record<string, unknown>>;

const KNOWN: KnownNames = { variables: ['KNOWN'], connections: [] };
const position = { x: 0, y: 0 };

/** Returns a document with the block behind a Start, or alone if nothing can come before it. */
function documentWith(type: string, config: Config): WorkflowDocument {
  const start = { id: 's', type: 'start', name: 'start', position };
  const block = { id: 'b', type, name: 'probed', position, config };
  return WorkflowDocument.parse(
    definitionOf(type)?.hasInput
      ? { blocks: { s: start, b: block }, edges: [{ id: 'e', source: 's', target: 'b' }] }
      : { blocks: { b: block }, edges: [] },
  );
}

/** Renders a block's form with all of its tabs. */
function formOf(document: WorkflowDocument, id: string, problems: readonly WorkflowProblem[]): string {
  const block = document.blocks[id]!;
  const definition = definitionOf(block.type)!;
  const workflow = { id: 'w', workspaceId: 'k', name: 'Test', document };
  const form = { fields: definition.fields, onChange: () => {} };
  const drawn = definition.fields
    .filter(({ shownWhen }) => shownWhen?.(block.config) ?? true)
    .map((field) => {
      const Control = FIELD_KINDS[field.kind]!;
      return (
        <Control
          key={field.name}
          field={field}
          blockId={id}
          value={block.config[field.name]}
          fallback={defaultsOf(definition)[field.name]}
          onChange={() => {}}
          problems={problemsOfField(problems, field.name)}
          readOnly={false}
          form={{ ...form, control: (kind) => FIELD_KINDS[kind] }}
        />
      );
    });
  return readable(
    renderToStaticMarkup(
      <QueryClientProvider client={new QueryClient()}>
        <Tooltip.Provider>
          <EditorProvider store={createEditorStore({ workflow, readOnly: false })}>{drawn}</EditorProvider>
        </Tooltip.Provider>
      </QueryClientProvider>,
    ),
  );
}

const readable = (markup: string): string =>
  markup.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&');
const escaped = (text: string): string => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Matches the names of inputs: labels of fields, and labels of inputs without a field label. */
const NAME = /<label[^>]*>([^<]*)<\/label>|aria-label="([^"]*)"/g;

const ALERT = /role="alert"[^>]*>([^<]*)</g;

/** Returns the name of the input right before a message; each message is in the form once. */
/** The button inside an input for secrets. */
const SHOWS_SECRET = 'Show';

function inputAbove(form: string, message: string): string | undefined {
  const alerts = [...form.matchAll(ALERT)].filter(([, words]) => words?.includes(escaped(message)));
  expect([message, alerts.length]).toEqual([message, 1]);
  return Array.from(form.slice(0, alerts[0]!.index).matchAll(NAME), ([, label, name]) => label ?? name)
    .filter((name) => name !== SHOWS_SECRET)
    .at(-1);
}

const place = (type: string, config: Config) => {
  const document = documentWith(type, config);
  const problems = checkWorkflow(document, KNOWN).filter(({ blockId }) => blockId === 'b');
  return { document, problems };
};

const row = (key: string, value: string) => ({ key, value, enabled: true });
const REQUEST = { url: 'https://h.example', method: 'POST' };
const MODEL = { model: 'm', prompt: 'p' };
const TOOL = { kind: 'request', name: 'look', url: 'https://h.example', parameters: '{"type": "object"}' };

/** A config, the path of its problem, and the name of the input that must show it. */
const AT_INPUTS: ReadonlyArray<[type: string, config: Config, place: string, input: string | RegExp]> = [
  ['api', { ...REQUEST, url: 'ftp://h.example' }, 'url', 'Address'],
  [
    'api',
    { ...REQUEST, headers: [row('a', '1'), row('b', '{{GONE}}')] },
    'headers.1.value',
    /^Headers row 2/,
  ],
  ['api', { ...REQUEST, headers: [row('a', '1'), row('x y', '1')] }, 'headers.1', /^Headers row 2/],
  ['api', { ...REQUEST, headers: [row('Host', '1')] }, 'headers.0', /^Headers row 1/],
  ['api', { ...REQUEST, params: [row('a', '<gone.x>')] }, 'params.0.value', /^Query parameters row 1/],
  ['api', { ...REQUEST, url: 'https://h.example/:id' }, 'pathParams.id', 'Path parameters: id'],
  ['api', { ...REQUEST, auth: { kind: 'bearer', token: '' } }, 'auth.token', 'Token'],
  ['api', { ...REQUEST, auth: { kind: 'basic', username: 'a:b' } }, 'auth.username', 'User name'],
  [
    'api',
    { ...REQUEST, auth: { kind: 'basic', username: 'a', password: '{{GONE}}' } },
    'auth.password',
    'Password',
  ],
  ['api', { ...REQUEST, auth: { kind: 'apiKey', name: 'x y', apiKey: '1' } }, 'auth.name', 'Name'],
  [
    'api',
    {
      ...REQUEST,
      auth: { kind: 'oauth2ClientCredentials', tokenUrl: 'https://h.example', clientId: 'i' },
    },
    'auth.clientSecret',
    'Client secret',
  ],
  ['api', { ...REQUEST, auth: { kind: 'connection', connectionId: 'c' } }, 'auth.connectionId', 'Connection'],
  ['api', { ...REQUEST, body: { kind: 'json', value: '{"a": }' } }, 'body.value', 'JSON'],
  [
    'api',
    { ...REQUEST, body: { kind: 'graphql', query: 'query { a }', variables: '{"a": }' } },
    'body.variables',
    'Variables',
  ],
  [
    'api',
    { ...REQUEST, body: { kind: 'form', rows: [row('a', '1'), row('b', '{{GONE}}')] } },
    'body.rows.1.value',
    /^Form row 2/,
  ],
  [
    'api',
    { ...REQUEST, body: { kind: 'multipart', rows: [{ ...row('a', 'x'), contentType: '{{GONE}}' }] } },
    'body.rows.0.contentType',
    /^Form row 1/,
  ],
  ['api', { ...REQUEST, retry: { when: 'always', max: 99 } }, 'retry.max', 'At most'],
  ['api', { ...REQUEST, timeoutMs: 5 }, 'timeoutMs', 'Timeout of one attempt'],
  ['api', { ...REQUEST, pagination: { kind: 'nextUrl' } }, 'pagination.nextUrl', 'Path of the next URL'],
  [
    'api',
    { ...REQUEST, pagination: { kind: 'linkHeader', maxPages: 0 } },
    'pagination.maxPages',
    'Maximum pages',
  ],
  [
    'api',
    {
      ...REQUEST,
      assertions: [
        { subject: 'status', operator: 'equals', value: '200' },
        { subject: 'status', operator: 'equals', value: 'fine' },
      ],
    },
    'assertions.1',
    'Remove assertion 2',
  ],
  ['agent', MODEL, 'provider.apiKey', 'API key'],
  ['agent', { ...MODEL, provider: { apiKey: '{{GONE}}' } }, 'provider.apiKey', 'API key'],
  [
    'agent',
    { ...MODEL, provider: { apiKey: '{{KNOWN}}', baseUrl: 'https://{{GONE}}' } },
    'provider.baseUrl',
    'Base URL',
  ],
  ['agent', { ...MODEL, provider: { apiKey: '{{KNOWN}}' }, limits: { steps: 0 } }, 'limits.steps', 'Steps'],
  [
    'agent',
    { ...MODEL, provider: { apiKey: '{{KNOWN}}' }, tools: [TOOL, { ...TOOL, url: '' }] },
    'tools.1.name',
    'Kind of look',
  ],
  [
    'agent',
    { ...MODEL, provider: { apiKey: '{{KNOWN}}' }, tools: [{ ...TOOL, url: '' }] },
    'tools.0.url',
    'URL of look',
  ],
  ['agent', { ...MODEL, provider: { connectionId: 'c' } }, 'provider.connectionId', 'Connection'],
  [
    'agent',
    { ...MODEL, provider: { apiKey: '{{KNOWN}}' }, tools: [{ ...TOOL, connectionId: 'c' }] },
    'tools.0.connectionId',
    'Connection of look',
  ],
  [
    'agent',
    { ...MODEL, provider: { apiKey: '{{KNOWN}}' }, tools: [{ ...TOOL, parameters: 'x' }] },
    'tools.0.parameters',
    'Parameters of look, as a JSON Schema',
  ],
  [
    'agent',
    { ...MODEL, provider: { apiKey: '{{KNOWN}}' }, tools: [{ ...TOOL, headers: [row('a', '{{GONE}}')] }] },
    'tools.0.headers.0.value',
    /^Headers of look row 1/,
  ],
  [
    'agent',
    { ...MODEL, provider: { apiKey: '{{KNOWN}}' }, tools: [{ kind: 'workflow', name: 'call' }] },
    'tools.0.workflowId',
    'Workflow of call',
  ],
  [
    'condition',
    {
      branches: [
        { id: 'a', label: 'A', expression: 'true' },
        { id: 'b', label: 'B', expression: '' },
      ],
    },
    'branches.1.expression',
    /./,
  ],
  [
    'start',
    {
      fields: [
        { name: 'a', type: 'string', required: false },
        { name: 'a', type: 'string', required: false },
      ],
    },
    'fields.1.name',
    'Remove a',
  ],
  [
    'transform',
    {
      fields: [
        { name: 'a', value: '1' },
        { name: 'b', value: '{{GONE}}' },
      ],
    },
    'fields.1.value',
    'Remove b',
  ],
  ['wait', { kind: 'duration', amount: '' }, 'amount', /./],
  ['response', { status: '99' }, 'status', 'Status'],
  ['response', { headers: [row('NEL', '{}')] }, 'headers.0.key', /^Headers row 1/],
  ['webhook-trigger', { check: { kind: 'header' } }, 'check.token', 'Secret'],
  ['webhook-trigger', { check: { kind: 'basic', username: 'u' } }, 'check.password', 'Password'],
  ['function', { code: '' }, 'code', 'Code'],
  ['api', { ...REQUEST, auth: { kind: 'nope' } }, 'auth.kind', 'Authentication'],
  ['api', { ...REQUEST, body: { kind: 'nope' } }, 'body.kind', 'Body type'],
  ['agent', { ...MODEL, provider: { kind: 'nope', apiKey: '1' } }, 'provider.kind', 'Provider'],
];

describe('an error stands at its field', () => {
  test.each(AT_INPUTS)('of %s, %j: %s', (type, config, at, input) => {
    const { document, problems } = place(type, config);
    const wrong = problems.find(({ field }) => field === at);
    expect(problems.map(({ field }) => field)).toContain(at);
    expect(inputAbove(formOf(document, 'b', problems), wrong!.message)).toMatch(
      typeof input === 'string' ? new RegExp(`^${input}$`) : input,
    );
  });

  test('whatever is wrong: the field is one of the block’s, and says it once', () => {
    const places = [
      ...EVERY_PROBLEM.map(({ document, known }) => ({ document, problems: checkWorkflow(document, known) })),
      ...AT_INPUTS.map(([type, config]) => place(type, config)),
    ];
    let seen = 0;
    for (const { document, problems } of places)
      for (const { blockId = '', field, message } of problems) {
        const definition = definitionOf(document.blocks[blockId]?.type ?? '');
        // An unknown setting has no input.
        if (field === undefined || definition === undefined || message.includes('has no setting')) continue;
        expect(definition.fields.map(({ name }) => name)).toContain(fieldOfPlace(field));
        const own = problems.filter((problem) => problem.blockId === blockId);
        expect(inputAbove(formOf(document, blockId, own), message)).toBeTruthy();
        seen += 1;
      }
    expect(seen).toBeGreaterThan(AT_INPUTS.length);
  });
});
