import type { ImportedSecret } from './import-export';

type Json = Readonly<Record<string, unknown>>;

/**
 * Replaces the secret by `{{name}}`; returns the same object if it isn't there any more. Only the parts
 * on the way to it are copied.
 */
export function moveSecretToVariable(
  config: Json,
  secret: Pick<ImportedSecret, 'path' | 'start' | 'value'>,
  name: string,
): Json {
  return replaceAt(config, secret.path, (text) => {
    const at = text.startsWith(secret.value, secret.start) ? secret.start : text.lastIndexOf(secret.value);
    if (at === -1 || secret.value === '') return text;
    return `${text.slice(0, at)}{{${name}}}${text.slice(at + secret.value.length)}`;
  }) as Json;
}

function replaceAt(
  value: unknown,
  path: ReadonlyArray<string | number>,
  change: (text: string) => string,
): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return typeof value === 'string' ? change(value) : value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return value;
  const before = (value as Record<string | number, unknown>)[step];
  const after = replaceAt(before, rest, change);
  if (after === before) return value;
  if (Array.isArray(value)) return value.with(Number(step), after);
  // A row's original spelling would still hold the secret.
  const { written: _, ...others } = value as Record<string | number, unknown>;
  return { ...others, [step]: after };
}
