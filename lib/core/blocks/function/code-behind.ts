import { type CodeAhead, type CodeSource, LaterValue } from '../../../platform/sandbox/contract';
import { isForSandbox } from '../../expressions/in-two-tiers';
import type { Follower } from '../block';
import { withQuotedReferences } from '../quoted-references';
import type { ResolvedFunctionConfig } from './definition';

/** Returns the code of the functions after one, as far as a sandbox thread can continue with it. */
export function codeBehind(followers: readonly Follower[]): CodeAhead[] {
  const ahead: CodeAhead[] = [];
  for (const { config, idempotencyKey: seed } of followers) {
    // Followers are of the same type.
    const { code, timeoutMs } = config as unknown as ResolvedFunctionConfig;
    const source = code.code.trim() === '' ? null : readyForLater(code);
    if (source === null || !isForSandbox('function', source)) break;
    ahead.push({ ...source, timeoutMs, seed });
  }
  return ahead;
}

/** Returns the source; null if it needs other later values than results, or has values that are missing. */
function readyForLater({ code, bindings, missing }: CodeSource): CodeSource | null {
  if (missing) return null;
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(bindings)) {
    if (!(value instanceof LaterValue)) values[name] = value;
    else if (value.path[0] === 'result') values[name] = new LaterValue(value.from, value.path.slice(1));
    else return null;
  }
  try {
    return withQuotedReferences({ code, bindings: values });
  } catch {
    return null; // a value that isn't known yet would have to be text
  }
}
