import { expect, test } from 'vitest';
import { readEventData, readEvents } from './event-stream';

function streamOf(...chunks: Array<string | Uint8Array>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks)
        controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk);
      controller.close();
    },
  });
}

async function dataOf(...chunks: Array<string | Uint8Array>): Promise<string[]> {
  const found: string[] = [];
  for await (const data of readEventData(streamOf(...chunks))) found.push(data);
  return found;
}

test('events are found wherever the chunks are cut', async () => {
  const text = 'data: {"a":1}\n\ndata: {"b":2}\n\n';
  for (let cut = 0; cut <= text.length; cut++)
    expect(await dataOf(text.slice(0, cut), text.slice(cut))).toEqual(['{"a":1}', '{"b":2}']);
});

test('all three line ends are line ends, also when cut in two', async () => {
  expect(await dataOf('data: a\r', '\n\r', '\ndata: b\r\r')).toEqual(['a', 'b']);
});

test('comments and other fields are passed over, several data lines are one text', async () => {
  expect(await dataOf(': ping\n\nevent: x\nid: 7\ndata:one\ndata: two\n\n')).toEqual(['one\ntwo']);
});

test('a character cut in two arrives whole', async () => {
  const bytes = new TextEncoder().encode('data: é\n\n');
  expect(await dataOf(bytes.slice(0, 7), bytes.slice(7))).toEqual(['é']);
});

test('the event that says that access has ended is an error, after all that came before it', async () => {
  const ended = '{"type":"access-ended","code":"forbidden","message":"No more."}';
  const events = readEventData(streamOf(`data: a\n\nevent: access-ended\ndata: ${ended}\n\n`));
  expect((await events.next()).value).toBe('a');
  await expect(events.next()).rejects.toMatchObject({ status: 403, code: 'forbidden', message: 'No more.' });
});

test('an unfinished last event is dropped', async () => {
  expect(await dataOf('data: a\n\ndata: {"hal')).toEqual(['a']);
});

test('each event has its name, `message` when none is given', async () => {
  const body = streamOf('event: text\ndata: a\n\ndata: b\n\nevent: empty\n\nevent:done\ndata: c\n\n');
  const found = [];
  for await (const event of readEvents(body)) found.push(event);
  expect(found).toEqual([
    { event: 'text', data: 'a' },
    { event: 'message', data: 'b' },
    { event: 'done', data: 'c' },
  ]);
});
