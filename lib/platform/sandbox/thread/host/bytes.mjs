// @ts-check
/** @typedef {import('./call-state.mjs').CallState} CallState */

const BLANKS = /[\t\n\f\r ]+/g;

/**
 * @param {unknown} text text whose characters are the values of bytes
 */
export function bytesOf(text) {
  if (typeof text !== 'string') throw new TypeError('Bytes come as text here.');
  return Buffer.from(text, 'latin1');
}

/**
 * Functions on bytes, which cross as text whose characters are their values.
 * @type {Record<string, (state: CallState, ...given: any[]) => unknown>}
 */
export const BYTES = {
  btoa: (_state, text) => btoa(text),
  atob: (_state, text) => atob(text),
  encodeUtf8: (_state, text) => Buffer.from(text.toWellFormed(), 'utf8').toString('latin1'),
  encodingOf: (_state, label, fatal, ignoreBOM) => new TextDecoder(label, { fatal, ignoreBOM }).encoding,
  decode: (_state, label, fatal, ignoreBOM, bytes) =>
    new TextDecoder(label, { fatal, ignoreBOM }).decode(bytesOf(bytes)),
  startDecoding: (state, label, fatal, ignoreBOM) =>
    state.addDecoder(new TextDecoder(label, { fatal, ignoreBOM })),
  goOnDecoding: (state, number, bytes, stream) => state.decoder(number).decode(bytesOf(bytes), { stream }),
  toBase64: (_state, bytes, isUrl, omitPadding) => {
    const text = bytesOf(bytes).toString(isUrl ? 'base64url' : 'base64');
    if (omitPadding) return text.replace(/={1,2}$/, '');
    return isUrl ? text.padEnd(Math.ceil(text.length / 4) * 4, '=') : text;
  },
  fromBase64: (_state, text, isUrl, lastChunk) => bytesOfBase64(text.replace(BLANKS, ''), isUrl, lastChunk),
  toHex: (_state, bytes) => bytesOf(bytes).toString('hex'),
  fromHex: (_state, text) => {
    if (text.length % 2 !== 0 || !/^[0-9a-f]*$/i.test(text))
      throw new SyntaxError('This is no hexadecimal text: pairs of 0-9 and a-f are expected.');
    return Buffer.from(text, 'hex').toString('latin1');
  },
};

/**
 * @param {string} text
 * @param {boolean} isUrl
 * @param {string} lastChunk the rule for a last group of less than four characters
 */
function bytesOfBase64(text, isUrl, lastChunk) {
  const signs = text.replace(/={1,2}$/, '');
  const padding = text.length - signs.length;
  const rest = signs.length % 4;
  const isKnown = (isUrl ? /^[\w-]*$/ : /^[A-Za-z0-9+/]*$/).test(signs);
  const isPadded = padding > 0 && text.length % 4 === 0;
  if (!isKnown || (padding > 0 && !isPadded) || (rest === 1 && lastChunk !== 'stop-before-partial'))
    throw new SyntaxError(`This is no base64 text${isUrl ? ' of the alphabet for URLs' : ''}.`);
  const isWhole = rest === 0 || isPadded;
  if (lastChunk === 'strict' && !isWhole)
    throw new SyntaxError('The padding of this base64 text is missing.');
  const whole = lastChunk === 'stop-before-partial' && !isWhole ? signs.slice(0, signs.length - rest) : signs;
  const bytes = Buffer.from(whole, 'base64');
  const again = bytes.toString(isUrl ? 'base64url' : 'base64').replace(/={1,2}$/, '');
  if (lastChunk === 'strict' && again !== whole)
    throw new SyntaxError('The last character of this base64 text says more than a byte holds.');
  return bytes.toString('latin1');
}
