import type { WrittenCollection } from './written-collection';

const NO_SCRIPTS = { preRequestScript: '', testScript: '' };
const row = (key: string, value: string, active = true) => ({ key, value, active, description: '' });

/** An export of a Hoppscotch collection. */
export const HOPPSCOTCH: WrittenCollection = {
  text: JSON.stringify({
    v: 6,
    name: 'Library',
    folders: [
      {
        v: 6,
        name: 'Books',
        folders: [],
        requests: [
          {
            v: '11',
            name: 'One book',
            method: 'GET',
            endpoint: '<<baseUrl>>/books/<<isbn>>',
            params: [row('lang', 'en'), row('old', '1', false)],
            headers: [row('X-Own', 'book')],
            requestVariables: [row('isbn', '978 1')],
            auth: { authType: 'inherit', authActive: true },
            body: { contentType: null, body: null },
            ...NO_SCRIPTS,
          },
        ],
        auth: { authType: 'inherit', authActive: true },
        headers: [row('X-Folder', 'books'), row('X-Own', 'folder')],
      },
    ],
    requests: [
      {
        v: 10,
        name: 'Ask',
        url: '<<baseUrl>>/graphql',
        headers: [row('X-Ask', '<<name>>')],
        query: '{ books { isbn } }',
        variables: '{}',
        auth: { authType: 'none', authActive: true },
        ...NO_SCRIPTS,
      },
      {
        v: '11',
        name: 'Lend',
        method: 'POST',
        endpoint: '<<baseUrl>>/loans',
        params: [],
        headers: [],
        requestVariables: [],
        auth: {
          authType: 'api-key',
          authActive: true,
          key: 'X-Key',
          value: 'k-0123456789',
          addTo: 'HEADERS',
        },
        body: { contentType: 'application/json', body: '{"to": "<<name>>", "days": <<amount>>}' },
        ...NO_SCRIPTS,
      },
      {
        v: '11',
        name: 'Token',
        method: 'POST',
        endpoint: '<<baseUrl>>/token',
        params: [],
        headers: [],
        requestVariables: [],
        auth: { authType: 'none', authActive: true },
        body: {
          contentType: 'application/x-www-form-urlencoded',
          body: 'grant: password\n# old: 1\nscope: a b',
        },
        ...NO_SCRIPTS,
      },
    ],
    auth: { authType: 'bearer', authActive: true, token: '<<token>>' },
    headers: [],
    variables: [
      { key: 'baseUrl', initialValue: 'https://books.example.com', currentValue: '', secret: false },
    ],
  }),
  sends: {
    'One book': {
      line: 'GET /books/978%201?lang=en',
      headers: { 'x-own': 'book', 'x-folder': 'books', authorization: 'Bearer the-token' },
    },
    Ask: {
      line: 'POST /graphql',
      headers: { 'x-ask': 'Ada', 'content-type': 'application/json' },
      absent: ['authorization'],
      body: /"query": ?"\{ books \{ isbn \} \}"/,
    },
    Lend: {
      line: 'POST /loans',
      headers: { 'x-key': 'k-0123456789', 'content-type': 'application/json' },
      absent: ['authorization'],
      body: '{"to": "Ada", "days": 12}',
    },
    Token: {
      line: 'POST /token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      absent: ['authorization'],
      body: 'grant=password&scope=a+b',
    },
  },
};

/** A browser's recording; the test fills in the server's address. */
export const HAR: WrittenCollection = {
  text: JSON.stringify({
    log: {
      version: '1.2',
      creator: { name: 'WebInspector', version: '537.36' },
      entries: [
        {
          startedDateTime: '2026-01-05T13:05:11.752Z',
          request: {
            method: 'POST',
            url: '{{BASE_URL}}/api/search?q=a%20mill&tag=x+y',
            httpVersion: 'h2',
            headers: [
              { name: ':authority', value: 'www.example.com' },
              { name: 'content-type', value: 'application/json' },
              { name: 'sec-fetch-mode', value: 'cors' },
              { name: 'content-length', value: '15' },
              { name: 'x-app', value: 'shop' },
            ],
            queryString: [{ name: 'q', value: 'a mill' }],
            postData: { mimeType: 'application/json', text: '{"page": 1.00}' },
          },
          response: { status: 200, content: { mimeType: 'application/json', text: '{}' } },
        },
        {
          request: {
            method: 'POST',
            url: '{{BASE_URL}}/form',
            headers: [],
            httpVersion: 'http/1.1',
            postData: {
              mimeType: 'application/x-www-form-urlencoded',
              params: [{ name: 'a', value: '1 2' }],
            },
          },
        },
      ],
    },
  }),
  sends: {
    'POST /api/search': {
      line: 'POST /api/search?q=a%20mill&tag=x+y',
      headers: { 'content-type': 'application/json', 'x-app': 'shop' },
      body: '{"page": 1.00}',
    },
    'POST /form': {
      line: 'POST /form',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'a=1+2',
    },
  },
};
