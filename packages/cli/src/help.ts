import type { CommandName } from './command-names';

interface CommandHelp {
  /** The line that the list of commands has. */
  summary: string;
  /** Each way to type it. Every flag of the command is in one of them. */
  usage: readonly string[];
  /** More about it. */
  details?: string;
}

const WHOSE = '--workflow ID | --workspace ID';
const RUNS = '--workspace ID --filter QUERY | --ids ID,… | --error-group ID';

export const HELP: Readonly<Record<CommandName, CommandHelp>> = {
  login: {
    summary: 'Check an API key and store it for this machine',
    usage: ['login [--url URL] [--workspace NAME] [--profile NAME] [--api-key-stdin]'],
    details:
      'Asks for the server and the key. In scripts, pipe the key in. Several servers: one --profile NAME each.',
  },
  logout: { summary: 'Forget a stored key', usage: ['logout [--profile NAME]'] },
  whoami: { summary: 'Show the server, the key and its workspaces', usage: ['whoami [--url URL]'] },
  profiles: { summary: 'List the servers that you are logged in to', usage: ['profiles'] },
  run: {
    summary: 'Run a workflow and print its output',
    usage: [
      'run WORKFLOW [--data JSON | --input FILE|-] [--async | --stream] [--tag TAG] [--version live|draft|N]',
      '             [--idempotency-key KEY] [--json] [--workspace NAME] [--url URL]',
    ],
    details:
      'WORKFLOW is an id or a name. --stream shows blocks as they end, --async returns the id of the execution at once. ' +
      'Exits with 1 if the run fails.',
  },
  executions: {
    summary: 'List, show or cancel executions that have not ended',
    usage: [
      'executions [list] [--workflow NAME] [--status STATUS] [--trigger TRIGGER] [--limit N] [--json]',
      '           [--workspace NAME] [--url URL]',
      'executions show ID',
      'executions cancel ID …',
    ],
  },
  logs: {
    summary: 'List, search or follow finished runs',
    usage: [
      'logs [--level info|error] [--status STATUS] [--trigger TRIGGER] [--workflow NAME] [--folder ID] [--tag TAG]',
      '     [--all-tags TAG,…] [--since TIME] [--until TIME] [--min-duration TIME] [--max-duration TIME] [--min-cost USD]',
      '     [--max-cost USD] [--model MODEL] [--execution ID] [--search TEXT] [--order asc|desc] [--limit N] [--spans]',
      '     [--output] [--json] [--workspace NAME] [--url URL]',
      'logs --follow [--place FILE] [--interval SECONDS] and filters',
      'logs show ID',
    ],
    details:
      'TIME is a date, or an amount such as 10m, 2h or 7d. --follow prints each run that finishes from now on, or that ' +
      'started after --since, once. With --place FILE it goes on there the next time.',
  },
  effects: {
    summary: 'List what runs wrote to other servers',
    usage: [
      'effects [--tag TAG] [--host HOST] [--execution ID] [--limit N] [--json] [--workspace NAME] [--url URL]',
    ],
    details:
      'Give at least one of the first three; of several, all must match. Kept are the requests of runs with tags, of the ' +
      'runs that these call, and of workflows whose settings ask for it.',
  },
  publish: {
    summary: 'Publish the draft of a workflow',
    usage: ['publish WORKFLOW [--note TEXT] [--json] [--workspace NAME] [--url URL]'],
  },
  hold: {
    summary: 'Keep new runs from starting',
    usage: [`hold ${WHOSE} [--reason TEXT] [--callers refuse|queue] [--url URL]`],
  },
  release: { summary: 'Start the runs that wait', usage: [`release ${WHOSE} [--per-minute N] [--url URL]`] },
  discard: { summary: 'Cancel the runs that wait', usage: [`discard ${WHOSE} [--url URL]`] },
  limit: {
    summary: 'Show or set how many runs of a workflow go on at once',
    usage: [
      'limit --workflow ID [--at-once N] [--per-key N --key REFERENCE] [--beyond wait|replace|skip|refuse]',
      '      [--debounce SECONDS [--inputs last|all]] [--none] [--url URL]',
    ],
  },
  tries: {
    summary: 'Show or set when failed runs of a workflow are tried again',
    usage: [
      'tries --workflow ID [--tries N --waits SECONDS,SECONDS] [--failures all|temporary|codes [--codes CODE,CODE]]',
      '      [--none] [--url URL]',
    ],
  },
  redaction: {
    summary: 'Show or set which values are left out of logs',
    usage: [`redaction ${WHOSE} [--name NAME …] [--path PATH …] [--none] [--url URL]`],
  },
  retention: {
    summary: 'Show or set how long a workspace keeps logs and what they hold',
    usage: ['retention --workspace ID [--log-days N] [--payload-days N] [--plan] [--url URL]'],
  },
  deleted: {
    summary: 'List what was deleted in the last 30 days, or restore one of it',
    usage: [
      'deleted list --workspace ID [--url URL]',
      'deleted restore --workflow ID | --webhook ID | --folder ID [--url URL]',
    ],
  },
  bulk: {
    summary: 'Run again, forecast, delete or cancel many runs',
    usage: [
      `bulk count ${RUNS} [--url URL]`,
      `bulk start --kind run-again|replay|delete|cancel ${RUNS}`,
      '           [--version original|live|draft|N] [--per-second N] [--discard-deliveries] [--url URL]',
      'bulk show|pause|resume|stop --job ID [--per-second N] [--url URL]',
    ],
  },
  budgets: {
    summary: 'List, set or delete budgets that hold runs',
    usage: [
      'budgets list --workspace ID [--url URL]',
      'budgets set --workspace ID --name NAME --measure requests|dollars|runs|failures-in-a-row --limit N --minutes N',
      '            [--workflow ID] [--server HOST] [--lift release|window-end] [--callers refuse|queue] [--url URL]',
      'budgets delete --budget ID [--url URL]',
    ],
  },
  outages: {
    summary: 'Show servers that runs wait for; try one now, or fail what waits',
    usage: ['outages list --workspace ID [--url URL]', 'outages try|fail --outage ID [--url URL]'],
  },
  pull: {
    summary: 'Write a workspace into a folder: workflows, tests, connections, webhooks, alerts and more',
    usage: ['pull DIR [--workspace ID] [--env NAME] [--theirs|--ours] [--delete] [--dry-run] [--url URL]'],
    details:
      'DIR remembers its workspace. Files hold no secrets. --env NAME is an environment of DIR/millrace.config.json, ' +
      'which has a workspace of its own. Exits with 1 if a file was refused.',
  },
  push: {
    summary: 'Make a workspace like the files of a folder',
    usage: [
      'push DIR [--workspace ID] [--env NAME] [--var NAME=env:OTHER …] [--publish [--note TEXT]] [--delete]',
      '         [--plan|--dry-run] [--url URL]',
    ],
    details:
      '--var gives a variable its value from the environment variable OTHER. --plan prints what would be done, a line ' +
      'each. Exits with 1 if a file was refused.',
  },
  diff: {
    summary: 'Show how a folder differs from its workspace',
    usage: ['diff DIR [--workspace ID] [--env NAME] [--url URL]'],
    details: 'Secrets and values of variables are not compared. Exits with 1 if anything differs.',
  },
  test: {
    summary: 'Run the tests of a pulled folder, without a server',
    usage: ['test DIR [--tag TAG] [--variables FILE] [--junit FILE]'],
    details: 'Exits with 1 if a test fails.',
  },
  mock: {
    summary: 'Serve the recorded answers of tests and runs on this machine',
    usage: ['mock [DIR | FILE …] [--run LOG …] [--port N] [--url URL]'],
    details:
      'DIR is a pulled folder, FILE one of its tests, LOG the id of a log. The host is the first part of the path: ' +
      'http://127.0.0.1:4010/api.example.com/orders. What nothing recorded answers gets 501 with the nearest record.',
  },
  accounts: {
    summary: 'List, create, rename and remove service accounts',
    usage: [
      'accounts [list] [--json] [--workspace NAME] [--url URL]',
      'accounts create NAME --role reader|writer|admin [--json]',
      'accounts rename ACCOUNT --name TEXT [--json]',
      'accounts remove ACCOUNT',
    ],
    details:
      'ACCOUNT is an id or a name. Programs act for an account with API keys, which stay when people leave: see ' +
      '"keys create --account". The key that you use is an admin’s, with the scope members:write.',
  },
  keys: {
    summary: 'List, create, change, rotate and revoke API keys',
    usage: [
      'keys [list] [--account ACCOUNT] [--json] [--url URL]',
      'keys create NAME --scope SCOPE,… [--expires DAYS] [--workflow NAME,…] [--address RANGE,…]',
      '            [--account ACCOUNT] [--json] [--workspace NAME]',
      'keys edit KEY [--name TEXT] [--workflow NAME,…|--all-workflows] [--address RANGE,…|--any-address]',
      '          [--account ACCOUNT] [--json]',
      'keys rotate KEY [--overlap none|1h|24h|7d] [--account ACCOUNT] [--json]',
      'keys revoke KEY [--account ACCOUNT]',
    ],
    details:
      'KEY is an id or a name. The key that you use needs the scope keys:write, and gives no more than it has. A key can be ' +
      'limited to workflows, and to addresses and CIDR ranges. With --account the keys are those of a service account.',
  },
  webhooks: {
    summary: 'Receive deliveries of webhooks on this machine',
    usage: [
      'webhooks listen --forward URL|PORT [--workflow NAME] [--level info|error] [--trigger TRIGGER]',
      '                [--event TYPE] [--include final-output,trace-spans,rate-limits,usage-data,tags]',
      '                [--secret TEXT] [--json]',
      '                [--workspace NAME] [--url URL]',
      'webhooks listen --forward URL|PORT --subscription ID [--secret TEXT] [--json]',
    ],
    details:
      'Sends what a subscription would be sent, signed with a secret of this session, which is printed once. Nothing is ' +
      'stored on the server, and each event is sent once.',
  },
  completion: {
    summary: 'Print the completion of commands for a shell',
    usage: ['completion bash|zsh|fish'],
    details:
      'bash: eval "$(millrace completion bash)". zsh: eval "$(millrace completion zsh)". ' +
      'fish: millrace completion fish | source.',
  },
};

const WIDTH = 12;

/** The list of commands. */
export const listOfCommands = (): string =>
  `Usage: millrace COMMAND

${Object.entries(HELP)
  .map(([name, { summary }]) => `  ${name.padEnd(WIDTH)}${summary}\n`)
  .join('')}
millrace COMMAND --help explains a command. Each takes --profile NAME and --api-key KEY.
MILLRACE_URL, MILLRACE_API_KEY, MILLRACE_WORKSPACE and MILLRACE_PROFILE are used before what "login" stored.
Exit codes: 0 success; 1 a run or test failed, or a file was refused; 2 it could not be done.
`;

export function helpOf(name: CommandName): string {
  const { summary, usage, details } = HELP[name];
  const lines = usage.map((line) => (line.startsWith(' ') ? `         ${line}` : `millrace ${line}`));
  return `${summary}.\n\n${lines.join('\n')}\n${details === undefined ? '' : `\n${details}\n`}`;
}
