import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { OperatorError } from '../operator-error.mjs';

const FIRST_FREE_DESCRIPTOR = 3; // 0, 1 and 2 are the standard streams

/**
 * Lets a program of another `account` open files and folders whose parents it may not enter (such as
 * /root): it inherits them as open descriptors, and names them through /proc, which checks no parent.
 * Returns `{paths, stdio, close}`: the names for the program, and the entries to append to its `stdio`.
 */
export function openForAccount(account, files) {
  if (account.uid === undefined) return { paths: files, stdio: [], close() {} };
  if (process.platform !== 'linux') return openAsTheyAre(account, files);
  const stdio = files.map((file) => fs.openSync(file, 'r'));
  const paths = files.map((_, index) => `/proc/self/fd/${FIRST_FREE_DESCRIPTOR + index}`);
  const close = () => {
    for (const descriptor of stdio) fs.closeSync(descriptor);
  };
  return { paths, stdio, close };
}

function openAsTheyAre(account, files) {
  for (const file of files) {
    const trial = spawnSync('/bin/test', ['-r', file], { ...account, cwd: '/', env: {} });
    if (trial.status === 0) continue;
    throw new OperatorError(
      `The database's account can't reach ${file}: start as an ordinary user, ` +
        'or set DATA_DIR to a folder it can enter.',
    );
  }
  return { paths: files, stdio: [], close() {} };
}

/** Gives a folder and its content to the account, unless it owns the folder already. */
export function giveTo(account, file) {
  if (account.uid === undefined || fs.lstatSync(file).uid === account.uid) return;
  for (const name of fs.lstatSync(file).isDirectory() ? fs.readdirSync(file, { recursive: true }) : [])
    fs.lchownSync(`${file}/${name}`, account.uid, account.gid);
  fs.lchownSync(file, account.uid, account.gid); // last, so that an interrupted run is repeated completely
}
