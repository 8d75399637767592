import type { WrittenCollection } from './written-collection';

const bearer = (token: string) => ({
  type: 'bearer',
  bearer: [{ key: 'token', value: token, type: 'string' }],
});
const url = (raw: string, more: object = {}) => ({ raw, host: ['{{baseUrl}}'], ...more });

/** An export of Postman 11, format 2.1. */
const COLLECTION = {
  info: {
    _postman_id: 'f6b1a6a4-0b61-4a77-9f4e-000000000001',
    name: 'Shop',
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
  },
  item: [
    {
      name: 'Orders',
      item: [
        {
          name: 'List orders',
          request: {
            method: 'GET',
            header: [
              { key: 'X-Trace', value: 'on', type: 'text' },
              { key: 'X-Off', value: 'never', type: 'text', disabled: true },
            ],
            url: url('{{baseUrl}}/orders?status=open&since=2026-01-01T00:00&q=a b&page=2', {
              path: ['orders'],
              query: [
                { key: 'status', value: 'open' },
                { key: 'since', value: '2026-01-01T00:00' },
                { key: 'q', value: 'a b' },
                { key: 'page', value: '2', disabled: true },
              ],
            }),
          },
          response: [],
        },
        {
          name: 'Refunds',
          item: [
            {
              name: 'Refund an order',
              request: {
                auth: {
                  type: 'basic',
                  basic: [
                    { key: 'username', value: 'ada' },
                    { key: 'password', value: 'pw-0123' },
                  ],
                },
                method: 'POST',
                header: [],
                body: {
                  mode: 'raw',
                  raw: '{\n  "amount": {{amount}},\n  "note": "for {{name}}"\n}',
                  options: { raw: { language: 'json' } },
                },
                url: url('{{baseUrl}}/orders/:orderId/refunds', {
                  path: ['orders', ':orderId', 'refunds'],
                  variable: [{ key: 'orderId', value: 'A 1' }],
                }),
              },
            },
          ],
        },
      ],
    },
    {
      name: 'Sign in',
      request: {
        auth: { type: 'noauth' },
        method: 'POST',
        header: [],
        body: {
          mode: 'urlencoded',
          urlencoded: [
            { key: 'user', value: 'ada lovelace', type: 'text' },
            { key: 'remember', value: 'yes', type: 'text', disabled: true },
          ],
        },
        url: url('{{baseUrl}}/sign-in'),
      },
    },
    {
      name: 'Upload',
      request: {
        method: 'PUT',
        header: [],
        body: {
          mode: 'formdata',
          formdata: [
            { key: 'title', value: 'A mill', type: 'text' },
            { key: 'photo', type: 'file', src: '/home/ada/mill.png' },
          ],
        },
        url: url('{{baseUrl}}/photos'),
      },
    },
    {
      name: 'Ask with GraphQL',
      request: {
        auth: {
          type: 'apikey',
          apikey: [
            { key: 'key', value: 'X-Api-Key' },
            { key: 'value', value: 'key-0123456789' },
            { key: 'in', value: 'header' },
          ],
        },
        method: 'POST',
        header: [],
        body: {
          mode: 'graphql',
          graphql: { query: 'query($id: ID!) { order(id: $id) { total } }', variables: '{"id": "{{name}}"}' },
        },
        url: url('{{baseUrl}}/graphql'),
      },
    },
  ],
  auth: bearer('{{token}}'),
  variable: [
    { key: 'baseUrl', value: 'https://shop.example.com' },
    { key: 'amount', value: '12' },
    { key: 'name', value: 'Ada' },
  ],
};

export const POSTMAN: WrittenCollection = {
  text: JSON.stringify(COLLECTION, null, '\t'),
  sends: {
    'List orders': {
      line: 'GET /orders?status=open&since=2026-01-01T00:00&q=a%20b',
      headers: { 'x-trace': 'on', authorization: 'Bearer the-token' },
      absent: ['x-off', 'content-type'],
    },
    'Refund an order': {
      line: 'POST /orders/A%201/refunds',
      headers: { authorization: `Basic ${btoa('ada:pw-0123')}`, 'content-type': 'application/json' },
      body: '{\n  "amount": 12,\n  "note": "for Ada"\n}',
    },
    'Sign in': {
      line: 'POST /sign-in',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      absent: ['authorization'],
      body: 'user=ada+lovelace',
    },
    Upload: {
      line: 'PUT /photos',
      headers: { 'content-type': /^multipart\/form-data; boundary=/, authorization: 'Bearer the-token' },
      body: /name="title"\r\n\r\nA mill\r\n/,
    },
    'Ask with GraphQL': {
      line: 'POST /graphql',
      headers: { 'x-api-key': 'key-0123456789', 'content-type': 'application/json' },
      absent: ['authorization'],
      body: /"variables": ?\{"id": ?"Ada"\}/,
    },
  },
};

/** A collection in format 2.0: addresses and headers are text, authentication is an object. */
export const POSTMAN_2_0: WrittenCollection = {
  text: JSON.stringify({
    info: { name: 'Old', schema: 'https://schema.getpostman.com/json/collection/v2.0.0/collection.json' },
    auth: { type: 'basic', basic: { username: 'ada', password: '{{token}}' } },
    item: [
      { name: 'Plain', request: '{{base-url}}/plain?tag[]=a&tag[]=b' },
      {
        name: 'Headers as text',
        request: {
          method: 'PATCH',
          url: '{{base-url}}/text',
          header: 'X-One: 1\nContent-Type: text/csv',
          body: { mode: 'raw', raw: 'a,b\n1,2' },
        },
      },
    ],
  }),
  sends: {
    Plain: {
      line: 'GET /plain?tag[]=a&tag[]=b',
      headers: { authorization: `Basic ${btoa('ada:the-token')}` },
    },
    'Headers as text': {
      line: 'PATCH /text',
      headers: { 'x-one': '1', 'content-type': 'text/csv' },
      body: 'a,b\n1,2',
    },
  },
};
