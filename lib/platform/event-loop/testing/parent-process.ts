import { fork } from 'node:child_process';

/** Starts the process of its arguments, forwards that process's first message, and makes it block. */
const [bundle, settings] = process.argv.slice(2) as [string, string];
const child = fork(bundle, [settings]);
child.once('message', (started) => {
  child.send({}, () => process.send?.(started as object));
});
setInterval(() => undefined, 1_000);
