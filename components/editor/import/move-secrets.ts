import type { ImportedSecret } from '@/lib/core/blocks/import-export';
import { moveSecretToVariable } from '@/lib/core/blocks/move-secret';
import type { client as httpClient } from '@/lib/platform/http/client';
import { sameValueEndpoint, setVariableEndpoint } from '@/lib/services/variables/endpoints';
import { setConfig } from '../document/edit-blocks';
import { commitDocument, type EditorStore } from '../store/editor-store';
import type { SecretsToMove } from '../store/import-target';

/** A variable for each different value, named by the author. */
export interface NamedSecret {
  name: string;
  value: string;
  /** If true, an existing variable already has this value and is used. */
  isThere?: boolean;
}

/** Returns an unused name: values can't be read back, so no variable is ever overwritten. */
export function freeVariableName(wanted: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted}_${number}`;
    if (!taken.has(name)) return name;
  }
}

/** Returns the different values with an unused name each. */
export function nameSecrets(secrets: readonly ImportedSecret[], taken: readonly string[]): NamedSecret[] {
  const names = new Set(taken);
  const named = new Map<string, NamedSecret>();
  for (const { value, suggestedName } of secrets) {
    if (named.has(value)) continue;
    const name = freeVariableName(suggestedName, names);
    names.add(name);
    named.set(value, { name, value });
  }
  return [...named.values()];
}

/** Returns existing variables that already have one of the values, by value. */
export async function variablesHolding(
  client: Pick<typeof httpClient, 'call'>,
  workspaceId: string,
  values: readonly string[],
): Promise<Map<string, string>> {
  const body = { values: values.slice(0, MAX_COMPARED) };
  const { data } = await client.call(sameValueEndpoint, { params: { workspaceId }, body });
  return new Map(
    data.flatMap((name, index) => (name === null ? [] : [[body.values[index] ?? '', name] as const])),
  );
}

/** The most values compared in one request. */
const MAX_COMPARED = 50;

/** Creates the variables, then replaces the secrets by `{{NAME}}` in one undoable step. */
export async function moveSecrets(
  store: EditorStore,
  client: Pick<typeof httpClient, 'call'>,
  secrets: SecretsToMove,
  named: readonly NamedSecret[],
): Promise<void> {
  const { workspaceId } = store.getState();
  for (const { name, value } of named.filter(({ isThere }) => isThere !== true))
    await client.call(setVariableEndpoint, { params: { workspaceId, name }, body: { value } });
  const names = new Map(named.map(({ name, value }) => [value, name]));
  // Starts with the last one: positions stay valid while the text behind them changes.
  const changed = secrets.toReversed().reduce((document, secret) => {
    const block = document.blocks[secret.blockId];
    const name = names.get(secret.value);
    if (block === undefined || name === undefined) return document;
    return setConfig(document, block.id, moveSecretToVariable(block.config, secret, name));
  }, store.getState().document);
  commitDocument(store, changed, { label: 'Move to variables' });
}
