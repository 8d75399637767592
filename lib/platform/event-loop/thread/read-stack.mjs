// @ts-check
import inspector from 'node:inspector';

const MOST_FRAMES = 25;

/**
 * Where the main thread is, innermost first; empty when it doesn't come to a place in time at which it can be
 * looked at, for it is inside a call of V8 itself. It goes on afterwards.
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
