import { spawnSync } from 'node:child_process';
import { OperatorError } from '../operator-error.mjs';

const MAIN = ['main', 'origin/main'];
const MOST_OUTPUT_BYTES = 64_000_000;

/**
 * Returns the files that differ from the merge base with `since`: committed or not, untracked and deleted
 * ones too. All files that are there and that git does not ignore are `sources`.
 * @param {string} root the folder of the project
 * @param {string} [since] a branch or a commit, instead of `main`
 * @returns {{base: string, since: string, changed: string[], sources: string[]}}
 */
export function readChange(root, since) {
  if (git(root, ['rev-parse', '--is-inside-work-tree']) === null)
    throw new OperatorError(
      '`npm test -- changed` asks git what has changed, and this folder is no git checkout: run `npm test`.',
    );
  const names = since ? [since] : MAIN;
  const known = names.find((name) => commitOf(root, name) !== null);
  if (!known)
    throw new OperatorError(
      `There is no "${names[0]}" to compare with: name a branch or a commit with --since.`,
    );
  const base = git(root, ['merge-base', 'HEAD', commitOf(root, known) ?? ''])?.trim();
  if (!base)
    throw new OperatorError(`Nothing joins this branch with "${known}": name another one with --since.`);
  // Without renames, so that both names of a moved file are listed.
  const differing = list(root, ['diff', '--name-only', '--no-renames', '--relative', '-z', base, '--']);
  const untracked = list(root, ['ls-files', '--others', '--exclude-standard', '-z']);
  const changed = [...new Set([...differing, ...untracked])].sort();
  const deleted = new Set(list(root, ['ls-files', '--deleted', '-z']));
  const tracked = list(root, ['ls-files', '-z']).filter((file) => !deleted.has(file));
  const sources = [...new Set([...tracked, ...untracked])];
  return { base: base.slice(0, 8), since: known, changed, sources };
}

const commitOf = (root, name) =>
  git(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`])?.trim() ?? null;

const list = (root, args) => (git(root, args) ?? '').split('\0').filter(Boolean);

/** Returns the output of a command of git, or null if it failed or there is no git. */
function git(root, args) {
  const { status, stdout } = spawnSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: MOST_OUTPUT_BYTES,
  });
  return status === 0 ? stdout : null;
}
