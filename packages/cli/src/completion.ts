import { HELP } from './help';
import type { PlacedCommand } from './place';
import { readArguments } from './read-arguments';
import { UsageError } from './usage-error';

/** The words that may stand behind a command. */
const SECOND_WORDS: Readonly<Record<string, readonly string[]>> = {
  executions: ['list', 'show', 'cancel'],
  logs: ['show'],
  bulk: ['count', 'start', 'show', 'pause', 'resume', 'stop'],
  budgets: ['list', 'set', 'delete'],
  deleted: ['list', 'restore'],
  outages: ['list', 'try', 'fail'],
  accounts: ['list', 'create', 'rename', 'remove'],
  keys: ['list', 'create', 'edit', 'rotate', 'revoke'],
  webhooks: ['listen'],
  completion: ['bash', 'zsh', 'fish'],
};
const FLAG = /--[a-z-]+/g;
const OF_ALL = ['--profile', '--api-key', '--help'];

interface Completed {
  name: string;
  summary: string;
  words: readonly string[];
}

const completed = (): Completed[] =>
  Object.entries(HELP).map(([name, { summary, usage }]) => {
    const flags = usage.join(' ').match(FLAG) ?? [];
    const words = new Set([...(SECOND_WORDS[name] ?? []), ...flags, ...OF_ALL]);
    return { name, summary, words: [...words] };
  });

const SHELLS: Readonly<Record<string, (commands: readonly Completed[]) => string>> = { bash, zsh, fish };

/** Prints a program that completes the commands in a shell. */
export const completion: PlacedCommand = async (args, place) => {
  const [name = ''] = readArguments(args, {}, ['SHELL']).words;
  const shell = Object.hasOwn(SHELLS, name) ? SHELLS[name] : undefined;
  if (shell === undefined) throw new UsageError(`"${name}": completion has bash, zsh and fish.`);
  place.print(shell(completed()));
  return 0;
};

const namesOf = (commands: readonly Completed[]): string => commands.map(({ name }) => name).join(' ');

function bash(commands: readonly Completed[]): string {
  const cases = commands.map(({ name, words }) => `    ${name}) words='${words.join(' ')}' ;;`);
  return `_millrace() {
  local current=\${COMP_WORDS[COMP_CWORD]} words
  case \${COMP_WORDS[1]} in
${cases.join('\n')}
    *) words='' ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words='${namesOf(commands)} help'; fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _millrace millrace
`;
}

function zsh(commands: readonly Completed[]): string {
  const cases = commands.map(({ name, words }) => `    ${name}) compadd -- ${words.join(' ')} ;;`);
  return `#compdef millrace
_millrace() {
  if (( CURRENT == 2 )); then
    compadd -- ${namesOf(commands)} help
    return
  fi
  case $words[2] in
${cases.join('\n')}
  esac
  _files
}
compdef _millrace millrace
`;
}

function fish(commands: readonly Completed[]): string {
  const names = commands.map(
    ({ name, summary }) => `complete -c millrace -n __fish_use_subcommand -a ${name} -d '${quoted(summary)}'`,
  );
  const words = commands.flatMap(({ name, words: all }) =>
    all.map((word) => {
      const of = `complete -c millrace -n '__fish_seen_subcommand_from ${name}'`;
      return word.startsWith('--') ? `${of} -l ${word.slice(2)}` : `${of} -a ${word}`;
    }),
  );
  return `${[...names, ...words].join('\n')}\n`;
}

const quoted = (text: string): string => text.replaceAll("'", "\\'");
