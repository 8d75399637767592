// @ts-check
import { appendFileSync, readFileSync } from 'node:fs';
import inspector from 'node:inspector';
import { workerData } from 'node:worker_threads';

const LOOK_EVERY_MS = 10;
const NOTED_MS = 50;
/** Durations at which a task is sampled; each sample delays it a little. */
const LOOKS_AT_MS = [80, 300, 1_000, 3_000, 10_000];
const STACK_WITHIN_MS = 500;
const MOST_FRAMES = 12;
/** The kernel counts time in hundredths of a second. */
const MS_PER_TICK = 10;

/** @type {{ memory: SharedArrayBuffer, file: string }} */
const { memory, file } = workerData;
const beats = new Int32Array(memory);
const now = () => performance.timeOrigin + performance.now();

let lastBeat = -1;
let beatAtMs = now();
let cpuAtBeatMs = 0;
/** @type {string[][]} */
let stacks = [];
let looks = 0;

setInterval(() => {
  const beat = Atomics.load(beats, 0);
  const nowMs = now();
  const heldMs = nowMs - beatAtMs - LOOK_EVERY_MS;
  if (beat === lastBeat) {
    if (heldMs >= (LOOKS_AT_MS[looks] ?? Number.POSITIVE_INFINITY)) {
      looks += 1;
      void readStack().then((stack) => stacks.push(stack));
    }
    return;
  }
  const cpuMs = mainThreadMs();
  if (heldMs >= NOTED_MS) {
    const task = { kind: 'task', atMs: beatAtMs, ms: heldMs, cpuMs: cpuMs - cpuAtBeatMs, stacks };
    appendFileSync(file, `${JSON.stringify(task)}\n`);
  }
  lastBeat = beat;
  beatAtMs = nowMs;
  cpuAtBeatMs = cpuMs;
  stacks = [];
  looks = 0;
}, LOOK_EVERY_MS);

/** Processor time of the thread with the event loop, independent of other processes. */
function mainThreadMs() {
  const stat = readFileSync(`/proc/self/task/${process.pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}

/** Reads the loop's stack, innermost first; empty while it is inside V8 itself. */
function readStack() {
  const session = new inspector.Session();
  /** @type {Promise<string[]>} */
  const read = new Promise((resolve) => {
    const end = (/** @type {string[]} */ frames) => {
      clearTimeout(timer);
      session.disconnect();
      resolve(frames);
    };
    const timer = setTimeout(() => end(['(inside V8)']), STACK_WITHIN_MS);
    session.on('Debugger.paused', ({ params }) => {
      const frames = params.callFrames.slice(0, MOST_FRAMES).map(({ functionName, location, url }) => {
        const script = url.split('/').at(-1) ?? '';
        return `${functionName || '(anonymous)'} ${script}:${location.lineNumber + 1}`;
      });
      session.post('Debugger.resume', () => end(frames));
    });
    session.connectToMainThread();
    session.post('Debugger.enable');
    session.post('Debugger.pause');
  });
  return read;
}
