import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { inProject } from './project.mjs';

// recheck chooses its backend when it is loaded: the one in plain JavaScript runs everywhere.
process.env.RECHECK_SYNC_BACKEND = 'pure';
const { checkSync } = await import('recheck');

const ROOMS = ['app', 'components', 'lib', 'scripts'];
const SOURCE = /\.(?:tsx?|m[jt]s)$/;
const NOT_OURS_OR_TEST = /(?:^|\/)(?:generated|testing)\/|\.test\.[a-z]+$/;

/**
 * Proven patterns in their source form. `npm run -s prove-patterns` writes the list; a test run proves new
 * ones.
 */
export const PROVEN_FILE = inProject('scripts/lib/proven-patterns.json');

/**
 * The files that build a pattern from text, each with the resulting pattern, which is proven in its place.
 * Null: a pattern of the product's own schemas, which is proven where it is written, or one that is only
 * parsed and never matched.
 */
export const BUILT_PATTERNS = {
  'lib/services/openapi/openapi-examples.ts': null,
  'lib/services/access/key-format.ts': '/^millrace_live_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/',
  'lib/services/runs/single-block/recorded-request.ts': '/masked(\\d+)z/g',
  'lib/platform/sandbox/thread/code-error.mjs': '/\\bmillrace-code-1:(\\d+)(?::(\\d+))?/',
  'lib/core/assistant/hidden-values.ts': '/\\[\\[hidden-3fa1c2-[0-9]{1,9}\\]\\]/g',
  'lib/core/blocks/api/code-export/sent-request.ts': '/placeholder(\\d+)z/g',
  'components/editor/fields/rule-problem.ts': null,
  // Every character of the text matches itself.
  'components/ui/json-search.ts': '/end \\u{2e}/giu',
};

/** Returns every pattern of the product with its places, and every `RegExp(…)` built from text. */
export function collectPatterns() {
  const literals = new Map();
  const built = [];
  for (const file of sourceFiles()) {
    const text = fs.readFileSync(inProject(file), 'utf8');
    if (!/\/|RegExp/.test(text)) continue;
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    const visit = (node) => {
      const at = () => `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
      if (ts.isRegularExpressionLiteral(node))
        literals.set(node.text, [...(literals.get(node.text) ?? []), at()]);
      if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp')
        built.push({ at: at(), file, text: node.getText() });
      node.forEachChild(visit);
    };
    visit(source);
  }
  return { literals, built };
}

/**
 * Returns null if matching takes time proportional to the text, else why that is not proven. Proven by
 * automata theory; if bounded repetitions make the automaton too large, a search for a slow text must fail.
 */
export function whyNotLinear(pattern) {
  const end = pattern.lastIndexOf('/');
  // The time limits are in real time: a busy machine must not make a pattern look slow.
  const limits = { timeout: 120_000, attackTimeout: 60_000, incubationTimeout: 60_000 };
  /** @type {{status: string, complexity?: {summary: string}, error?: any, attack?: any}} */
  const { status, complexity, error, attack } = checkSync(
    pattern.slice(1, end),
    pattern.slice(end + 1),
    limits,
  );
  if (status === 'safe') return null;
  return (
    `${complexity?.summary ?? error?.kind ?? status}, for example on ` +
    `${attack?.pattern ?? 'an unknown text'}`
  );
}

function sourceFiles() {
  return ROOMS.flatMap((room) =>
    fs
      .readdirSync(inProject(room), { recursive: true })
      .map((name) => path.join(room, String(name)).replaceAll('\\', '/'))
      .filter((file) => SOURCE.test(file) && !NOT_OURS_OR_TEST.test(file)),
  );
}
