import type { Operation } from '../../services/access/operation';

const CALLERS = { nobody: 'anybody', public: 'anybody', session: 'session', key: 'key or session' } as const;

/**
 * The table of `docs/decisions/keys-and-operations.md`: every operation with the scope that a key needs, or
 * the reason why no key may call it.
 */
export function accessTable(operations: readonly Operation[]): string {
  const rows = operations.map(({ endpoint: { id, method, path, auth, scope, sessionOnly } }) => [
    `\`${id}\``,
    `\`${method} ${path}\``,
    CALLERS[auth],
    scope === undefined
      ? ''
      : [scope]
          .flat()
          .map((name) => `\`${name}\``)
          .join(' or '),
    sessionOnly?.why ?? '',
  ]);
  const head = ['operation', 'address', 'who', 'scope of a key', 'why no key'];
  const order = (a: readonly string[], b: readonly string[]) => ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1);
  const all = [head, head.map(() => '---'), ...rows.toSorted(order)];
  return all.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
