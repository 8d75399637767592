import fs from 'node:fs';
import { openDataFolder } from './lib/data-folder.mjs';
import { openDatabase, withClient } from './lib/database.mjs';
import { runCommand } from './lib/lifetime.mjs';
import { withScratchDatabase } from './lib/migrate.mjs';
import { OperatorError } from './lib/operator-error.mjs';
import { prepare } from './lib/prepare.mjs';
import { inProject, loadEnvFile } from './lib/project.mjs';
import { findSchemaDrift } from './lib/schema-drift.mjs';

const USAGE = 'Use: node scripts/migrate-dev.mjs create <name> | check';

/**
 * Writes the migration that schema.prisma lacks, or reports whether it lacks one. Only a scratch database
 * is changed.
 */
runCommand(async (lifetime) => {
  const [command, name] = process.argv.slice(2);
  const usable = command === 'check' || (command === 'create' && /^[a-z][a-z0-9_]*$/.test(name ?? ''));
  if (!usable) throw new OperatorError(`${USAGE} (a name is lower case, with underscores)`);
  loadEnvFile();
  await prepare(lifetime, { devPackages: true });
  // the product's role cannot create databases
  const { adminUrl: url } = await openDatabase(lifetime, openDataFolder());
  const sql = await withClient(url, (client) => withScratchDatabase(client, url, findSchemaDrift));
  if (!sql) {
    process.stdout.write('schema.prisma and the migrations agree\n');
    return 0;
  }
  if (command === 'create') {
    process.stdout.write(`written: ${writeMigration(name, sql)}\n`);
    return 0;
  }
  process.stderr.write(`schema.prisma is ahead of the migrations by:\n${sql}\n`);
  return 1;
});

function writeMigration(name, sql) {
  const at = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const file = inProject('prisma/migrations', `${at}_${name}`, 'migration.sql');
  fs.mkdirSync(inProject('prisma/migrations', `${at}_${name}`), { recursive: true });
  fs.writeFileSync(file, sql);
  fs.writeFileSync(inProject('prisma/migrations/migration_lock.toml'), 'provider = "postgresql"\n');
  return file;
}
