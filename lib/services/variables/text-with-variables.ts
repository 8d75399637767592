import { parseTemplate } from '../../core/references/template';
import type { Environment } from './environment';
import { readVariables } from './read-variables';

/** Returns the text with its `{{NAME}}`s replaced, or the name of a missing variable. */
export async function textWithVariables(
  text: string,
  of: { workspaceId: string; environment: Environment },
): Promise<{ value: string } | { missing: string }> {
  const { values } = await readVariables(of);
  let value = '';
  for (const part of parseTemplate(text, () => false).parts) {
    if (typeof part === 'string') value += part;
    else if (part.kind === 'variable') {
      const filled = values.get(part.name);
      if (filled === undefined) return { missing: part.name };
      value += filled;
    }
  }
  return { value };
}
