import { createRequire } from 'node:module';
import { inProject } from './project.mjs';

// The packages are loaded as CommonJS, because their ES modules import folders, which Node refuses.
const require = createRequire(import.meta.url);
const { getGenerator, loadSchemaContext } = require('@prisma/internals');
const { PrismaClientTsGenerator } = require('@prisma/client-generator-ts');

/**
 * Writes the database client of `prisma/schema.prisma`, like `prisma generate`. The command itself pulls in
 * a local database server and a browser for data, which take 130 MB and a newer Node.
 */
const schemaContext = await loadSchemaContext({
  schemaPath: { cliProvidedPath: inProject('prisma/schema.prisma') },
  printLoadMessage: false,
});
const generator = await getGenerator({
  schemaContext,
  registry: { 'prisma-client': { type: 'in-process', generator: new PrismaClientTsGenerator() } },
  skipDownload: true,
  cliCommand: 'generate',
});
await generator.generate();
generator.stop();
