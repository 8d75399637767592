import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { inProject } from './project.mjs';

// recheck asks for its backend when it is loaded: the one in plain JavaScript runs everywhere.
process.env.RECHECK_SYNC_BACKEND = 'pure';
const { checkSync } = await import('recheck');

const ROOMS = ['app', 'components', 'lib', 'scripts'];
const SOURCE = /\.(?:tsx?|m[jt]s)$/;
const NOT_OURS_OR_TEST = /(?:^|\/)(?:generated|testing)\/|\.test\.[a-z]+$/;

/**
 * Patterns that are proven, as the source has them. `npm run -s prove-patterns` writes the list; a run of the
 * tests proves those that are new.
 */
export const PROVEN_FILE = inProject('scripts/lib/proven-patterns.json');

/**
 * The files that make a pattern from text, each with what it comes to, which is proven in its place. Null: a
 * pattern of our own schemas, which is proven where it is written, or one that is only read and looks through
 * no text.
 */
export const BUILT_PATTERNS = {
  'lib/services/openapi/openapi-examples.ts': null,
  'lib/services/access/key-format.ts': '/^millrace_live_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/',
  'lib/services/runs/block-alone/recorded-request.ts': '/masked(\\d+)z/g',
  'lib/platform/sandbox/thread/code-error.mjs': '/\\bmillrace-code-1:(\\d+)(?::(\\d+))?/',
  'lib/core/assistant/hidden-values.ts': '/\\[\\[hidden-3fa1c2-[0-9]{1,9}\\]\\]/g',
  'lib/core/blocks/api/code-export/sent-request.ts': '/placeholder(\\d+)z/g',
  'components/editor/fields/rule-problem.ts': null,
  // Every character of the text matches itself.
  'components/ui/json-search.ts': '/end \\u{2e}/giu',
};

/** Every pattern of the product with the places it stands in, and every `RegExp(…)` made from text. */
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
 * Null when matching takes time in proportion to the text, else why that is not proven. Proven by automata
 * theory; where bounded repetitions make the automaton too large, a search for a slow text must find none.
 */
export function whyNotLinear(pattern) {
  const end = pattern.lastIndexOf('/');
  // The limits of time are for the wall clock: a busy machine must not make a pattern look slow.
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
