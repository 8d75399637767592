import { documentOf, jsonBody, note, plain, type WorkflowTemplate } from './template';

const CODE = `const lines = <file.data>.split('\\n').map((line) => line.trim()).filter((line) => line !== '');
const cells = lines.map((line) => line.split(',').map((cell) => cell.trim()));
const [names, ...rows] = cells;
const contacts = rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? ''])));
return {
  good: contacts.filter((contact) => contact.email.includes('@')),
  bad: contacts.filter((contact) => !contact.email.includes('@')),
};`;

export const csvImport: WorkflowTemplate = {
  id: 'csv-import',
  name: 'Import a CSV file',
  about: 'Fetches a CSV file, turns its rows into objects and posts the good ones, five at a time.',
  category: 'data',
  words: ['spreadsheet', 'rows', 'transform', 'contacts', 'parse', 'parallel'],
  variables: [plain('CONTACTS_URL', 'Where contacts are created', 'https://api.example.com')],
  document: documentOf(
    {
      about: note(
        'The first line of the file names the columns; one must be “email”. Cells in quotes with commas ' +
          'inside need a longer “rows”.',
      ),
      start: {
        type: 'start',
        at: [0, 0],
        config: {
          fields: [{ name: 'url', type: 'string', required: true, description: 'Address of the file' }],
        },
      },
      file: {
        type: 'api',
        at: [1, 0],
        config: { url: '<start.url>', responseType: 'text', failOnStatus: true },
      },
      rows: { type: 'function', at: [2, 0], config: { code: CODE } },
      each: {
        type: 'parallel',
        at: [3, 0],
        config: {
          kind: 'collection',
          items: '<rows.result.good>',
          concurrency: 5,
          result: '<create.data.id>',
          onError: 'collect',
        },
      },
      create: {
        type: 'api',
        in: 'each',
        at: [0, 0],
        config: {
          method: 'POST',
          url: '{{CONTACTS_URL}}/contacts',
          body: jsonBody('<parallel.item>'),
          failOnStatus: true,
        },
      },
      response: {
        type: 'response',
        at: [4.4, 0],
        config: {
          body: '{"created": <each.results>, "failed": <each.errors>, "skipped": <rows.result.bad>}',
        },
      },
    },
    ['start > file', 'file > rows', 'rows > each', 'each > response'],
  ),
};
