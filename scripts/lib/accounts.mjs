import fs from 'node:fs';

/** An account of this machine by its name, `{uid, gid}`, or null. */
export function findAccount(name) {
  if (!fs.existsSync('/etc/passwd')) return null;
  const accounts = fs.readFileSync('/etc/passwd', 'utf8').split('\n');
  const entry = accounts.map((line) => line.split(':')).find(([found]) => found === name);
  return entry ? { uid: Number(entry[2]), gid: Number(entry[3]) } : null;
}
