import fs from 'node:fs';

const PRODUCT = /^(app|lib)\//;
const TESTS = /[.]test[.]tsx?$|\/testing\/|^lib\/generated\//;
/** Makes the pools, and Prisma's client on one of them. */
const DOOR = 'lib/platform/postgres/db.ts';
/** These know Prisma's client, or are given its transactions. */
const PRISMA = /^lib\/generated\/prisma\/|^lib\/services\/(verbs\/define-verb|access\/change-access)[.]ts$/;
const PG =
  /^(node_modules\/(@types\/)?)?pg(\/|$)|^lib\/platform\/postgres\/(in-transaction|lock-timeout|prepared)[.]ts$/;
const IMPORT = /^\s*import (?:type )?\{([^}]*)\} from '[^']*\/db'$/;
const POOL = /pools?$/i;

/**
 * Returns the files of the product that use both Prisma and `pg` (docs/decisions/database-libraries.md).
 * @param {Array<{source: string, dependencies: Array<{resolved: string}>}>} modules as dependency-cruiser
 * finds them
 * @param {(file: string) => string} textOf returns the text of a file
 * @returns {string[]}
 */
export function filesOfTwoLibraries(modules, textOf = (file) => fs.readFileSync(file, 'utf8')) {
  return modules
    .filter(({ source }) => PRODUCT.test(source) && !TESTS.test(source) && source !== DOOR)
    .filter(({ source, dependencies }) => {
      const files = dependencies.map(({ resolved }) => resolved);
      const names = files.includes(DOOR) ? namesFromDoor(textOf(source)) : [];
      const usesPrisma = names.includes('prisma') || files.some((file) => PRISMA.test(file));
      return usesPrisma && (names.some((name) => POOL.test(name)) || files.some((file) => PG.test(file)));
    })
    .map(({ source }) => source)
    .sort();
}

/** Both libraries come from one file, so the imported names tell which one is used. */
const namesFromDoor = (text) =>
  text.split(';').flatMap((statement) => {
    const [, names = ''] = IMPORT.exec(statement) ?? [];
    return names.split(',').map((name) => name.trim().split(' ', 1)[0]);
  });
