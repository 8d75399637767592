// @ts-check
import inspector from 'node:inspector';

const MOST_FRAMES = 25;

/**
 * Returns the main thread's stack, innermost first; empty when the thread can't be paused in time, because
 * it is inside a call of V8 itself. The thread continues afterwards.
 * @param {number} withinMs @returns {Promise<string[]>}
 */
export function readStack(withinMs) {
  const session = new inspector.Session();
  return new Promise((resolve) => {
    const end = (/** @type {string[]} */ frames) => {
      clearTimeout(timer);
      session.disconnect();
      resolve(frames);
    };
    const timer = setTimeout(() => end([]), withinMs);
    /** @type {Map<string, string>} */
    const files = new Map();
    session.on('Debugger.scriptParsed', ({ params }) => files.set(params.scriptId, params.url));
    session.on('Debugger.paused', ({ params }) => {
      const frames = params.callFrames.slice(0, MOST_FRAMES).map(({ functionName, location, url }) => {
        const file = url || files.get(location.scriptId) || '?';
        return `${functionName || '(anonymous)'} (${file}:${location.lineNumber + 1})`;
      });
      session.post('Debugger.resume', () => end(frames));
    });
    session.connectToMainThread();
    session.post('Debugger.enable');
    session.post('Debugger.pause');
  });
}
