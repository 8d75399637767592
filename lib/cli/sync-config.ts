import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { parseJsonFile } from './json-file';

const CONFIG_FILE = 'millrace.config.json';
const MAX_CONFIG_BYTES = 1024 * 1024;

const FromEnvironment = z
  .string()
  .regex(/^env:[A-Za-z_][A-Za-z0-9_]*$/, 'Write env:NAME: values are read from the environment alone.');

/** The values that one environment has of its own; files are named by their paths in the folder. */
const Environment = z.strictObject({
  url: z.url('Enter a URL.').optional(),
  workspaceId: z.string().optional(),
  /** Connections of the workspace, by name, that stand for files: the files are not pushed there. */
  connections: z.record(z.string(), z.string()).default({}),
  variables: z.record(z.string(), FromEnvironment).default({}),
  /** The secret of a connection or webhook, the URL of a webhook or alert, and values of a webhook's headers. */
  files: z
    .record(
      z.string(),
      z.strictObject({
        secret: FromEnvironment.optional(),
        url: z.string().optional(),
        headers: z.record(z.string(), FromEnvironment).optional(),
      }),
    )
    .default({}),
});
type Environment = z.infer<typeof Environment>;

const EnvironmentName = z
  .string()
  .regex(/^[a-z0-9-]{1,40}$/, 'Name environments by small letters, digits and "-" (40 at most).');

/** `default` is what commands without `--env` use. */
const Config = z.strictObject({
  $schema: z.string().optional(),
  environments: z.record(EnvironmentName, Environment),
});

/** The settings that a command works with, from the file and its flags. */
export interface SyncConfig {
  url?: string | undefined;
  workspaceId?: string | undefined;
  connections: ReadonlyMap<string, string>;
  /** Reads the value of each variable that has one here. */
  variables: ReadonlyMap<string, () => string>;
  /** True if the environment has it for a file; nothing is read. */
  has(file: string, what: 'secret' | 'url' | 'headers'): boolean;
  secretOf(file: string): string | undefined;
  urlOf(file: string): string | undefined;
  /** Returns the values of headers, by their names in small letters. */
  headersOf(file: string): ReadonlyMap<string, string>;
}

interface Asked {
  environment: string | undefined;
  /** Of `--var`: NAME=env:OTHER. */
  assignments: readonly string[];
  namedVariable(name: string): string | undefined;
}

/** @throws Error in words */
export function readConfig(folder: string, { environment, assignments, namedVariable }: Asked): SyncConfig {
  const { url, workspaceId, connections, variables, files } = environmentIn(folder, environment);
  const assigned = [...Object.entries(variables), ...assignments.map(assignment)];
  return {
    url,
    workspaceId,
    connections: new Map(Object.entries(connections)),
    variables: new Map(assigned.map(([name, source]) => [name, () => environmentValue(source, name)])),
    has: (file, what) => files[file]?.[what] !== undefined,
    secretOf(file) {
      const source = files[file]?.secret;
      return source === undefined ? undefined : environmentValue(source, file);
    },
    urlOf(file) {
      const url = files[file]?.url;
      return url?.startsWith('env:') ? environmentValue(url, file) : url;
    },
    headersOf(file) {
      const sources = Object.entries(files[file]?.headers ?? {});
      return new Map(sources.map(([name, source]) => [name.toLowerCase(), environmentValue(source, file)]));
    },
  };

  /** @throws Error in words if the environment variable is not set */
  function environmentValue(source: string, what: string): string {
    const name = source.slice('env:'.length);
    const value = namedVariable(name);
    if (value === undefined) throw new Error(`${what}: the environment variable ${name} is not set.`);
    return value;
  }
}

function environmentIn(folder: string, name: string | undefined): Environment {
  const file = path.join(folder, CONFIG_FILE);
  if (!fs.existsSync(file)) {
    if (name === undefined) return Environment.parse({});
    throw new Error(`${folder} has no ${CONFIG_FILE}, which would say what the environment "${name}" is.`);
  }
  const { environments } = parseConfig(file);
  const wanted = name ?? 'default';
  const found = Object.hasOwn(environments, wanted) ? environments[wanted] : undefined;
  if (found === undefined && name !== undefined)
    throw new Error(`${CONFIG_FILE} has no environment "${name}".`);
  return found ?? Environment.parse({});
}

function parseConfig(file: string): z.infer<typeof Config> {
  if (fs.statSync(file).size > MAX_CONFIG_BYTES) throw new Error(`${CONFIG_FILE} is larger than 1 MB.`);
  return parseJsonFile(Config, fs.readFileSync(file, 'utf8'), CONFIG_FILE);
}

function assignment(text: string): [name: string, source: string] {
  const equals = text.indexOf('=');
  const [name, source] = [text.slice(0, equals), text.slice(equals + 1)];
  if (equals > 0 && FromEnvironment.safeParse(source).success) return [name, source];
  throw new Error(`--var: write NAME=env:OTHER, which reads the value from the environment variable OTHER.`);
}
