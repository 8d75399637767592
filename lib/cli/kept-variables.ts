import { z } from 'zod';
import { ApiError } from '../platform/http/client';
import {
  deleteVariableEndpoint,
  listVariablesEndpoint,
  setVariableEndpoint,
} from '../services/variables/endpoints';
import { type Variable, VariableName } from '../services/variables/schema';
import { parseJsonFile, printByName } from './json-file';
import type { Place } from './kept-kind';
import { done, type KeptSet, refused, type Sent, type There } from './kept-set';
import type { Outcome } from './pull-workflows';

const FILE = 'millrace.variables.json';

/** `description`: for who reads the file; the workspace has none. Values are never in files. */
const Variables = z.record(
  VariableName,
  z.strictObject({ kind: z.enum(['secret', 'plain']), description: z.string().max(2_000).optional() }),
);
type Variables = z.infer<typeof Variables>;

/** The variables of a workspace: their names and kinds in a file, their values from the environment. */
export function variableSet(place: Place, options: { delete: boolean }): KeptSet {
  const { client, workspaceId, files, config, dryRun } = place;
  let stored: Variable[] = [];

  async function list(): Promise<There[]> {
    const { data } = await client.call(listVariablesEndpoint, { params: { workspaceId } });
    stored = data.filter(({ builtIn }) => !builtIn);
    return stored.length === 0 ? [] : [thereOf(textOf(stored, files.get(FILE)))];
  }

  async function sendOne(name: string, kind: string): Promise<Outcome[]> {
    const value = config.variables.get(name)?.();
    const known = stored.find((variable) => variable.name === name);
    const plain = kind === 'plain';
    if (known === undefined && value === undefined)
      return [refused(`${FILE}: ${name} has no value here: give it with --var ${name}=env:OTHER`)];
    if (value === undefined && known?.plain === plain) return [];
    if (dryRun) return wouldSet(name, known, { value, plain });
    const body = { plain, ...(value === undefined ? {} : { value }) };
    try {
      const { changed } = await client.call(setVariableEndpoint, { params: { workspaceId, name }, body });
      return changed ? [done(`${FILE}: ${name}: ${known === undefined ? 'created' : 'saved'}`)] : [];
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return [refused(`${FILE}: ${name}: ${error.message}`)];
    }
  }

  async function dropOne(name: string): Promise<Outcome> {
    if (!options.delete) return done(`${FILE}: ${name}: deleted here; --delete deletes it in the workspace`);
    if (dryRun) return done(`${FILE}: ${name}: would be deleted in the workspace`);
    await client.call(deleteVariableEndpoint, { params: { workspaceId, name } });
    return done(`${FILE}: ${name}: deleted in the workspace`);
  }

  async function send(text: string, isCommon: boolean): Promise<Sent> {
    const wanted = variablesIn(text);
    const outcomes: Outcome[] = [];
    for (const [name, { kind }] of Object.entries(wanted)) outcomes.push(...(await sendOne(name, kind)));
    // Only what the file once had: nothing is known of the others.
    const dropped = isCommon ? stored.filter(({ name }) => !Object.hasOwn(wanted, name)) : [];
    for (const { name } of dropped) outcomes.push(await dropOne(name));
    const isLeft = outcomes.some(({ isRefused }) => isRefused) || (dropped.length > 0 && !options.delete);
    return { outcomes, stored: dryRun || isLeft ? undefined : thereOf(text) };
  }

  return {
    what: 'Variables',
    takes: (file) => file === FILE,
    parse: (text) => printByName(variablesIn(text)),
    list,
    fileFor: () => FILE,
    isAlwaysSent: () => config.variables.size > 0,
    send: (_, text, { isCommon }) => send(text, isCommon),
  };
}

const thereOf = (text: string): There => ({ key: FILE, externalId: null, name: 'Variables', text });

/** A secret's value can't be compared here, so nothing is foretold of it. */
function wouldSet(
  name: string,
  known: Variable | undefined,
  { value, plain }: { value: string | undefined; plain: boolean },
): Outcome[] {
  if (known === undefined) return [done(`${FILE}: ${name}: would be created`)];
  const differs = known.plain !== plain || (plain && value !== undefined && known.value !== value);
  return differs ? [done(`${FILE}: ${name}: would be saved`)] : [];
}

/** Descriptions stay those of the file. */
function textOf(stored: readonly Variable[], here: string | undefined): string {
  const written: Variables = here === undefined ? {} : variablesOrNone(here);
  const variables = stored.map(({ name, plain }) => {
    const description = written[name]?.description;
    return [name, { kind: plain ? 'plain' : 'secret', ...(description !== undefined && { description }) }];
  });
  return printByName(Object.fromEntries(variables));
}

function variablesOrNone(text: string): Variables {
  try {
    return variablesIn(text);
  } catch {
    return {}; // the file's own problem is said where it is read
  }
}

const variablesIn = (text: string): Variables => parseJsonFile(Variables, text, FILE);
