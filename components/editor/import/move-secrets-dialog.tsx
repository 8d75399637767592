'use client';

import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { toast } from 'sonner';
import { client } from '@/lib/platform/http/client';
import { VariableName } from '@/lib/services/variables/schema';
import { variablesQuery } from '../../settings/settings-queries';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { useEditor, useEditorStore } from '../store/editor-context';
import type { SecretsToMove } from '../store/import-target';
import { moveSecrets, type NamedSecret, nameSecrets, variablesHolding } from './move-secrets';

/** Asks for names of the variables, and moves the secrets into them. */
export function MoveSecretsDialog() {
  const wanted = useEditor((state) => state.secretsToMove);
  const taken = useEditor((state) => state.variables);
  return wanted === null || taken === undefined ? null : <NamesForm wanted={wanted} taken={taken} />;
}

function NamesForm({ wanted, taken }: { wanted: SecretsToMove; taken: readonly string[] }) {
  const store = useEditorStore();
  const queries = useQueryClient();
  const [named, setNamed] = useState(() => nameSecrets(wanted, taken));
  const [isBusy, setBusy] = useState(false);
  const workspaceId = useEditor((state) => state.workspaceId);
  useEffect(() => {
    const values = wanted.map(({ value }) => value);
    const use = (there: ReadonlyMap<string, string>) =>
      setNamed((now) =>
        now.map((secret) => {
          const name = there.get(secret.value);
          return name === undefined ? secret : { ...secret, name, isThere: true };
        }),
      );
    // Existing variables are only a convenience: without a response, new ones are created.
    variablesHolding(client, workspaceId, values).then(use, () => undefined);
  }, [wanted, workspaceId]);
  const problems = named.map((secret) => nameProblem(secret, named, taken));
  const close = () => store.setState({ secretsToMove: null });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || problems.some((problem) => problem !== undefined)) return;
    setBusy(true);
    try {
      await moveSecrets(store, client, wanted, named);
      await queries.invalidateQueries({ queryKey: variablesQuery(store.getState().workspaceId).queryKey });
      toast.success(`Moved to ${named.map(({ name }) => `{{${name}}}`).join(', ')}`);
      close();
    } catch (error) {
      toast.error(`Nothing was moved: ${error instanceof Error ? error.message : String(error)}`);
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : close())}
      size="sm"
      title={named.length === 1 ? 'Move the token to a variable' : 'Move the tokens to variables'}
      description="Variables are encrypted, and their values are never shown again."
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        {named.map((secret, index) => (
          <Field
            key={secret.value}
            label={named.length === 1 ? 'Name of the variable' : `Variable for ${preview(secret.value)}`}
            help={helpOf(secret, named.length)}
            error={problems[index]}
          >
            <Input
              value={secret.name}
              spellCheck={false}
              autoComplete="off"
              className="font-mono text-xs"
              onChange={(event) =>
                setNamed(
                  named.map((each) =>
                    each === secret ? { name: event.target.value, value: each.value } : each,
                  ),
                )
              }
            />
          </Field>
        ))}
        <div className="flex justify-end gap-2">
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" type="submit" busy={isBusy}>
            Move
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function helpOf({ name, value, isThere }: NamedSecret, count: number): string | undefined {
  if (isThere === true) return `{{${name}}} holds this value already, and is used.`;
  return count === 1 ? `Holds ${preview(value)}` : undefined;
}

function nameProblem({ name, isThere }: NamedSecret, all: readonly NamedSecret[], taken: readonly string[]) {
  if (isThere === true) return undefined;
  const parsed = VariableName.safeParse(name);
  if (!parsed.success) return parsed.error.issues[0]?.message;
  if (taken.includes(name)) return `{{${name}}} already exists; choose another name.`;
  return all.filter((other) => other.name === name).length > 1 ? 'This name is used twice.' : undefined;
}

/** Returns enough of a secret to recognise it, too little to use it. */
function preview(value: string): string {
  return value.length < 12 ? '••••••' : `${value.slice(0, 4)}••••${value.slice(-2)}`;
}
