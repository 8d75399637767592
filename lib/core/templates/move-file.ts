import { bearer, documentOf, note, plain, secret, type WorkflowTemplate } from './template';

export const moveFile: WorkflowTemplate = {
  id: 'move-file',
  name: 'Download a file and upload it',
  about: 'Fetches a file from one place and uploads it to another as a form, up to 100 MB, byte by byte.',
  category: 'data',
  words: ['multipart', 'attachment', 'pdf', 'copy', 'transfer', 'binary'],
  variables: [
    plain('ARCHIVE_URL', 'Where the file goes', 'https://archive.example.com'),
    secret('ARCHIVE_TOKEN', 'Token for it, sent as Bearer'),
  ],
  document: documentOf(
    {
      about: note(
        '<download.data> alone in a part of the form stands for the file itself. Large files stream and ' +
          'are never held in memory.',
      ),
      start: {
        type: 'start',
        at: [0, 0],
        config: {
          fields: [
            { name: 'url', type: 'string', required: true, description: 'Address of the file' },
            { name: 'folder', type: 'string', default: 'inbox' },
          ],
        },
      },
      download: {
        type: 'api',
        at: [1, 0],
        config: { url: '<start.url>', responseType: 'binary', failOnStatus: true },
      },
      upload: {
        type: 'api',
        at: [2, 0],
        config: {
          method: 'POST',
          url: '{{ARCHIVE_URL}}/files',
          auth: bearer('{{ARCHIVE_TOKEN}}'),
          body: {
            kind: 'multipart',
            rows: [
              { key: 'folder', value: '<start.folder>' },
              { key: 'file', value: '<download.data>' },
            ],
          },
          failOnStatus: true,
        },
      },
      response: { type: 'response', at: [3, 0], config: { status: 201, body: '<upload.data>' } },
    },
    ['start > download', 'download > upload', 'upload > response'],
  ),
};
