import type { InputField } from '../fields/input-field-list';

/** The form of the response: an envelope, the Response block's own response, or an asynchronous result. */
export type CallMode = 'envelope' | 'response' | 'async';
export type CallLanguage = 'curl' | 'typescript' | 'python';

export interface CalledWorkflow {
  /** `https://host`, without a slash at the end. */
  origin: string;
  workflowId: string;
  inputs: readonly InputField[];
  /** The key itself, written into the code; without it, the code reads an environment variable. */
  apiKey?: string;
}

/** The environment variable that holds the key, so that it isn't part of the code. */
export const KEY_VARIABLE = 'MILLRACE_API_KEY';

const SAMPLES: Record<InputField['type'], unknown> = {
  string: 'text',
  number: 1,
  boolean: true,
  object: {},
  array: [],
};

/** Returns an input for the workflow: defaults where there are some, else a value of the right type. */
export function sampleInput(inputs: readonly InputField[]): Record<string, unknown> {
  return Object.fromEntries(inputs.map(({ name, type, default: preset }) => [name, preset ?? SAMPLES[type]]));
}

const QUERIES: Record<CallMode, string> = {
  envelope: '',
  response: '?answer=response',
  async: '?mode=async',
};

const WRITERS: Record<CallLanguage, (called: CalledWorkflow, mode: CallMode) => string> = {
  curl: curlCall,
  typescript: typescriptCall,
  python: pythonCall,
};

/** Returns a program that runs the workflow; without `apiKey` it needs the environment variable with the key. */
export const callSnippet = (language: CallLanguage, called: CalledWorkflow, mode: CallMode): string =>
  WRITERS[language](called, mode);

const urlOf = ({ origin, workflowId }: CalledWorkflow, mode: CallMode): string =>
  `${origin}/api/v1/workflows/${workflowId}/executions${QUERIES[mode]}`;

const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function curlCall(called: CalledWorkflow, mode: CallMode): string {
  const body = JSON.stringify({ input: sampleInput(called.inputs) });
  const command = (flags: string) =>
    [
      `curl ${flags}${shellQuoted(urlOf(called, mode))}`,
      curlKey(called),
      "  -H 'content-type: application/json'",
      `  --data-raw ${shellQuoted(body)}`,
    ].join(' \\\n');
  if (mode !== 'async') return command(mode === 'response' ? '-i ' : '');
  return [
    `STATUS_URL=$(${command('-sS ')} | sed -n 's/.*"statusUrl":"\\([^"]*\\)".*/\\1/p')`,
    '',
    '# Its states as they change, up to its end.',
    [`curl -N "${called.origin}$STATUS_URL"`, curlKey(called), "  -H 'accept: text/event-stream'"].join(
      ' \\\n',
    ),
  ].join('\n');
}

const curlKey = ({ apiKey }: CalledWorkflow): string =>
  apiKey === undefined ? `  -H "x-api-key: $${KEY_VARIABLE}"` : `  -H ${shellQuoted(`x-api-key: ${apiKey}`)}`;

const indented = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`);

function typescriptCall(called: CalledWorkflow, mode: CallMode): string {
  const input = indented(JSON.stringify(sampleInput(called.inputs), null, 2), '  ');
  const request = [
    called.apiKey === undefined
      ? `const apiKey = process.env.${KEY_VARIABLE}!;`
      : `const apiKey = ${JSON.stringify(called.apiKey)};`,
    `const response = await fetch('${urlOf(called, mode)}', {`,
    "  method: 'POST',",
    "  headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },",
    `  body: JSON.stringify({ input: ${input} }),`,
    '});',
  ];
  const check = "if (!response.ok) throw new Error(response.status + ' ' + (await response.text()));";
  if (mode === 'response') return lines(...request, 'console.log(response.status, await response.text());');
  if (mode === 'envelope')
    return lines(
      ...request,
      check,
      'const { status, output, error } = await response.json();',
      'console.log(status, output, error);',
    );
  return lines(
    ...request,
    check,
    'const { statusUrl } = await response.json();',
    '',
    'for (;;) {',
    `  const answer = await fetch(\`${called.origin}\${statusUrl}\`, { headers: { 'x-api-key': apiKey } });`,
    '  const execution = await answer.json();',
    '  if (execution.endedAt !== null) {',
    '    console.log(execution.status, execution.output, execution.error);',
    '    break;',
    '  }',
    '  await new Promise((resolve) => setTimeout(resolve, 1000));',
    '}',
  );
}

const lines = (...all: string[]): string => all.join('\n');

function pythonCall(called: CalledWorkflow, mode: CallMode): string {
  const input = indented(pythonLiteral(sampleInput(called.inputs)), '        ');
  const key = called.apiKey === undefined ? `os.environ["${KEY_VARIABLE}"]` : JSON.stringify(called.apiKey);
  const head = [
    'import json',
    ...(called.apiKey === undefined ? ['import os'] : []),
    ...(mode === 'async' ? ['import time'] : []),
    ...(mode === 'response' ? ['import urllib.error'] : []),
    'import urllib.request',
    '',
    `headers = {"x-api-key": ${key}, "content-type": "application/json"}`,
    'request = urllib.request.Request(',
    `    ${JSON.stringify(urlOf(called, mode))},`,
    '    method="POST",',
    '    headers=headers,',
    `    data=json.dumps({"input": ${input}}).encode(),`,
    ')',
  ];
  if (mode === 'response')
    return lines(
      ...head,
      'try:',
      '    response = urllib.request.urlopen(request)',
      'except urllib.error.HTTPError as error:',
      '    response = error',
      'print(response.status, response.read().decode())',
    );
  const answer = ['with urllib.request.urlopen(request) as response:', '    answer = json.load(response)'];
  if (mode === 'envelope')
    return lines(...head, ...answer, 'print(answer["status"], answer["output"], answer["error"])');
  return lines(
    ...head,
    ...answer,
    '',
    'while True:',
    `    state = urllib.request.Request("${called.origin}" + answer["statusUrl"], headers=headers)`,
    '    with urllib.request.urlopen(state) as response:',
    '        execution = json.load(response)',
    '    if execution["endedAt"] is not None:',
    '        print(execution["status"], execution["output"], execution["error"])',
    '        break',
    '    time.sleep(1)',
  );
}

/** Writes a value as Python: strings and numbers as in JSON, other values by their Python names. */
function pythonLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${pythonLiteral(member)}`,
  );
  return `{${members.join(', ')}}`;
}

/** Returns the configuration for MCP clients that read it from a file. */
export const mcpConfiguration = (url: string, apiKey = 'YOUR_API_KEY'): string =>
  JSON.stringify(
    { mcpServers: { millrace: { type: 'http', url, headers: { 'x-api-key': apiKey } } } },
    null,
    2,
  );
