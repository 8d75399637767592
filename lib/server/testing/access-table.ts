import type { Operation } from '../../services/access/operation';
import { type Callers, callOf, commandCallers, pythonCallers, typescriptCallers } from './package-calls';

const CALLERS = { nobody: 'anybody', public: 'anybody', session: 'session', key: 'key or session' } as const;

const HEAD = [
  'operation',
  'address',
  'who',
  'scope of a key',
  'a key of some workflows',
  'command line',
  'TypeScript',
  'Python',
  'MCP',
  'why no key',
];

const WORKFLOW_PATH = /^\/api\/v1\/workflows\/\{id\}(?:\/|$)/;
/** More commands than this call the operation to find what they are about. */
const MOST_COMMANDS = 5;

/** The messages of MCP clients (`services/mcp/answer-mcp.ts`) that do what an operation does. */
export const MCP_MESSAGES: Readonly<Record<string, string>> = {
  cancelExecution: 'notifications/cancelled',
  executeWorkflow: 'tools/call',
};

/** The tools of agents (`services/management-mcp`) that do what an operation does. */
export const MCP_TOOLS: Readonly<Record<string, string>> = {
  applyProposal: 'apply_proposal',
  createProposal: 'propose_change',
  getProposal: 'show_diff',
  getWorkflow: 'read_workflow',
  listWorkflows: 'list_workflows',
  publishWorkflow: 'publish',
  rehearseLog: 'rehearse',
  replayProposal: 'replay_proposal',
  testProposal: 'run_tests',
};

/**
 * The table of `docs/decisions/keys-and-operations.md`: every operation with the scope that a key needs, or
 * the reason why no key may call it, and what calls it in the packages for key holders.
 */
export function accessTable(operations: readonly Operation[]): string {
  const [commands, typescript, python] = [commandCallers(operations), typescriptCallers(), pythonCallers()];
  const rows = operations.map(({ endpoint }) => {
    const { id, method, path, auth, scope, sessionOnly } = endpoint;
    const callers = (of: Callers) => [...(of.get(callOf(endpoint)) ?? [])];
    const mcp = MCP_MESSAGES[id] ?? MCP_TOOLS[id];
    return [
      `\`${id}\``,
      `\`${method} ${path}\``,
      CALLERS[auth],
      scope === undefined ? '' : [scope].flat().map(quoted).join(' or '),
      auth === 'key' ? ofSomeWorkflows(endpoint) : '',
      commandWords(callers(commands)),
      callers(typescript).map(quoted).join(', '),
      callers(python).map(quoted).join(', '),
      mcp === undefined ? '' : quoted(mcp),
      sessionOnly?.why ?? '',
    ];
  });
  const order = (a: readonly string[], b: readonly string[]) => ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1);
  const all = [HEAD, HEAD.map(() => '---'), ...rows.toSorted(order)];
  return all.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const quoted = (name: string): string => `\`${name}\``;

/** What becomes of a key that is limited to some workflows. */
function ofSomeWorkflows({ path, keepsToWorkflows }: Operation['endpoint']): string {
  if (WORKFLOW_PATH.test(path)) return 'for one of them';
  return keepsToWorkflows ? 'sees only them' : 'refused';
}

const commandWords = (names: readonly string[]): string =>
  names.length > MOST_COMMANDS ? 'most commands' : names.map(quoted).join(', ');
