/** What the packages for key holders call, read from their sources. */

import fs from 'node:fs';
import path from 'node:path';
import type { Endpoint } from '../../platform/http/endpoint';
import type { Operation } from '../../services/access/operation';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const SDK = 'packages/sdk/src';
const PYTHON = 'packages/python/src/millrace';
const COMMANDS = 'packages/cli/src/commands.ts';
/** Modules of the command line; what they import from elsewhere calls nothing. */
const OF_THE_COMMAND_LINE = /^(?:packages\/cli\/src|lib\/cli)\//;

/** The callers of each operation, by its method and path: `GET /api/v1/logs/{}`. */
export type Callers = ReadonlyMap<string, ReadonlySet<string>>;

export const callOf = ({ method, path: at }: Pick<Endpoint, 'method' | 'path'>): string =>
  `${method} ${at.replace(/\{\w+\}/g, '{}')}`;

const read = (file: string): string => fs.readFileSync(path.join(ROOT, file), 'utf8');

const sourcesIn = (folder: string, ending: string): string[] =>
  fs
    .readdirSync(path.join(ROOT, folder))
    .filter((name) => name.endsWith(ending) && !name.includes('.test.') && !name.startsWith('__'))
    .sort()
    .map((name) => `${folder}/${name}`);

function add(callers: Map<string, Set<string>>, call: string, caller: string): void {
  callers.set(call, (callers.get(call) ?? new Set()).add(caller));
}

const REQUEST = /method: '(\w+)',\s+path: (?:path)?['`](\/[^'`]*)['`]/g;

/** Returns the requests that are written out in a text of TypeScript. */
const requestsIn = (text: string): string[] =>
  [...text.matchAll(REQUEST)].map(([, method, at]) => `${method} ${at!.replace(/\$\{[^}$]*\}/g, '{}')}`);

const resourceFiles = (): string[] => sourcesIn(`${SDK}/resources`, '.ts');

/** By the member of the client. */
export function typescriptCallers(): Callers {
  const callers = new Map<string, Set<string>>();
  for (const file of resourceFiles())
    for (const call of requestsIn(read(file))) add(callers, call, path.basename(file, '.ts'));
  return callers;
}

const PYTHON_FILE = /\.content\(path\(([^()]*)\)/g;
const PYTHON_CALL = /"(GET|POST|PUT|PATCH|DELETE)",\s*(?:path\(([^()]*)\)|at\b)/g;

/** By the member of the client. */
export function pythonCallers(): Callers {
  const members = new Map(
    [...read(`${PYTHON}/client.py`).matchAll(/self\.(\w+) = (\w+)\(http\)/g)].map(
      ([, member, name]) => [name!, member!] as const,
    ),
  );
  const callers = new Map<string, Set<string>>();
  for (const file of sourcesIn(`${PYTHON}/resources`, '.py'))
    for (const ofClass of read(file)
      .split(/^class /m)
      .slice(1)) {
      const member = members.get(/^\w+/.exec(ofClass)![0]);
      if (member === undefined) continue;
      for (const method of ofClass.split(/^ {4}def /m))
        for (const call of pythonRequestsIn(method)) add(callers, call, member);
    }
  return callers;
}

function pythonRequestsIn(method: string): string[] {
  const at = /\bat = path\(([^()]*)\)/.exec(method)?.[1] ?? '';
  const files = [...method.matchAll(PYTHON_FILE)].map(([, parts]) => `GET ${joined(parts!)}`);
  const calls = [...method.matchAll(PYTHON_CALL)].map(([, verb, parts = at]) => `${verb} ${joined(parts)}`);
  return [...files, ...calls];
}

/** Returns the path of `"logs", log_id`. */
const joined = (parts: string): string =>
  `/api/v1/${parts
    .split(',')
    .map((part) => /^\s*"([^"]*)"\s*$/.exec(part)?.[1] ?? '{}')
    .join('/')}`;

/** By the commands; those of one module, such as `hold/release/discard`, are told apart by nobody here. */
export function commandCallers(operations: readonly Operation[]): Callers {
  const constants = callsOfConstants(operations);
  const methods = methodCalls();
  const commands = new Map<string, string[]>();
  for (const [, name, module] of read(COMMANDS).matchAll(/^ {2}(\w+): [^\n]{0,60}import\('([^']+)'\)/gm)) {
    const file = resolved(COMMANDS, module!);
    commands.set(file, [...(commands.get(file) ?? []), name!]);
  }
  const callers = new Map<string, Set<string>>();
  for (const [file, names] of commands)
    for (const module of modulesOf(file)) {
      const text = read(module);
      const calls = [
        ...requestsIn(text),
        ...[...text.matchAll(/\.call\(\s*(\w+Endpoint)\b/g)].flatMap(
          ([, name]) => constants.get(name!) ?? [],
        ),
        ...[...text.matchAll(/\bmillrace\.(\w+)\.(\w+)\(/g)].flatMap(([, member, method]) => [
          ...(methods.get(`${member}.${method}`) ?? []),
        ]),
      ];
      for (const call of calls) add(callers, call, names.join('/'));
    }
  return callers;
}

const resolved = (from: string, module: string): string =>
  `${path.posix.join(path.posix.dirname(from), module)}.ts`;

/** Returns a module of the command line and those that it imports. */
function modulesOf(file: string, known: Set<string> = new Set()): ReadonlySet<string> {
  if (known.has(file)) return known;
  known.add(file);
  for (const [, module] of read(file).matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)) {
    const next = resolved(file, module!);
    if (OF_THE_COMMAND_LINE.test(next)) modulesOf(next, known);
  }
  return known;
}

const CONSTANT = /export const (\w+Endpoint) = defineEndpoint\(\{\s+id: '(\w+)'/g;

/** Returns the calls of operations by the names of the constants that define them. */
function callsOfConstants(operations: readonly Operation[]): ReadonlyMap<string, string> {
  const byId = new Map(operations.map(({ endpoint }) => [endpoint.id, callOf(endpoint)]));
  const rooms = fs.readdirSync(path.join(ROOT, 'lib/services')).map((room) => `lib/services/${room}`);
  const files = rooms.flatMap((room) => sourcesIn(room, 'endpoints.ts'));
  return new Map(
    files.flatMap((file) =>
      [...read(file).matchAll(CONSTANT)].map(([, name, id]) => [name!, byId.get(id!) ?? ''] as const),
    ),
  );
}

const HEAD =
  /^(?: {2}|export )?(?:async )?(?:function )?\*?#?(?!if\b|for\b|while\b|switch\b)(\w+)(?:<[^>\n]{0,80}>)?\((?:[^\n]{0,200}\{)?$/gm;

/** Returns the functions and methods of a text by name, each with its own text. */
function functionsIn(text: string): ReadonlyMap<string, string> {
  const heads = [...text.matchAll(HEAD)];
  return new Map(heads.map((head, n) => [head[1]!, text.slice(head.index, heads[n + 1]?.index)]));
}

/** Returns the calls of the TypeScript client's methods, such as `executions.run`, with those of what they use. */
function methodCalls(): ReadonlyMap<string, ReadonlySet<string>> {
  const feed = read(`${SDK}/log-feed.ts`);
  const found = new Map<string, ReadonlySet<string>>();
  for (const file of resourceFiles()) {
    const functions = functionsIn(read(file) + feed);
    for (const name of functions.keys())
      found.set(`${path.basename(file, '.ts')}.${name}`, callsFrom(name, functions));
  }
  return found;
}

function callsFrom(
  name: string,
  functions: ReadonlyMap<string, string>,
  known: Set<string> = new Set(),
): ReadonlySet<string> {
  if (known.has(name)) return new Set();
  known.add(name);
  const text = functions.get(name) ?? '';
  const used = [...text.matchAll(/\b(\w+)(?:<[^>\n]{0,80}>)?\(/g)].map(([, other]) => other!);
  const others = used.filter((other) => functions.has(other));
  return new Set([
    ...requestsIn(text),
    ...others.flatMap((other) => [...callsFrom(other, functions, known)]),
  ]);
}
