import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { inProject } from '../lib/project.mjs';
import { parseSource, ts } from './parse-source.mjs';

const require = createRequire(import.meta.url);

const ROOMS = ['app', 'components', 'lib', 'packages', 'scripts'];
const SOURCE = /\.(?:tsx?|m[jt]s)$/;
const NOT_OURS_OR_TEST = /(?:^|\/)(?:dist|generated|testing)\/|\.test\.[a-z]+$/;

/**
 * Proven patterns in their source form. `npm run -s prove-patterns` writes the list; the linter proves
 * new ones.
 */
export const PROVEN_FILE = inProject('scripts/lint/proven-patterns.json');

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
  'scripts/lint/type-naming.ts':
    '/\\btype\\b(?!=| \\w+ =)[^\'"`;]{0,40}(?<!\\bsets [!=]== )[\'"`](api)[\'"`]|' +
    '(?<!\\bsets [!=]== )[\'"`](api)[\'"`] ?[!=]==? ?[\\w.?]{0,40}\\btype\\b|' +
    '(?:definition|executor|previewer)\\w{0,20}(?:[.]\\w+)?\\((?<!\\bsets [!=]== )[\'"`](api)[\'"`]/i',
};

const isRegExp = (callee) => ts.isIdentifier(callee) && callee.text === 'RegExp';

/** Returns every pattern of the product with its places, and every `RegExp(…)` built from text. */
export function collectPatterns() {
  const literals = new Map();
  const built = [];
  for (const file of sourceFiles()) {
    const source = parseSource(inProject(file));
    const visit = (node) => {
      const at = () => `${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`;
      if (ts.isRegularExpressionLiteral(node))
        literals.set(node.text, [...(literals.get(node.text) ?? []), at()]);
      if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && isRegExp(node.expression))
        built.push({ at: at(), file });
      ts.forEachChild(node, visit);
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
  const { status, complexity, error, attack } = loadRecheck().checkSync(
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

/** Loads it only for patterns without a proof; most of the time there is none. */
function loadRecheck() {
  // It chooses its backend when it is loaded: the one in plain JavaScript runs everywhere.
  process.env.RECHECK_SYNC_BACKEND = 'pure';
  return require('recheck');
}

function sourceFiles() {
  return ROOMS.flatMap((room) =>
    fs
      .readdirSync(inProject(room), { recursive: true })
      .map((name) => path.join(room, String(name)).replaceAll('\\', '/'))
      .filter((file) => SOURCE.test(file) && !NOT_OURS_OR_TEST.test(file)),
  );
}
