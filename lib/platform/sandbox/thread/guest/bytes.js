/* Converts bytes from text and back. They cross to the host as text whose characters are their values. */
(function makeBytes({ apply, ask, text, types, tag }) {
  const { fromCharCode } = String;
  const { charCodeAt } = String.prototype;
  const { subarray } = Uint8Array.prototype;
  const { isView } = ArrayBuffer;
  const AT_ONCE = 8_192;

  const written = (bytes) => {
    let line = '';
    for (let at = 0; at < bytes.length; at += AT_ONCE)
      line += apply(fromCharCode, undefined, apply(subarray, bytes, [at, at + AT_ONCE]));
    return line;
  };
  const read = (line) => {
    const bytes = new Uint8Array(line.length);
    for (let at = 0; at < line.length; at += 1) bytes[at] = apply(charCodeAt, line, [at]);
    return bytes;
  };
  /** Returns the bytes of a buffer or of any view of one. */
  const bytesOf = (value, what) => {
    if (value instanceof ArrayBuffer) return new Uint8Array(value);
    if (isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    throw new types.TypeError(`${what} must be an ArrayBuffer, a typed array or a DataView.`);
  };
  const onlyBytes = (value, method) => {
    if (value instanceof Uint8Array) return value;
    throw new types.TypeError(`${method} is a method of Uint8Array.`);
  };
  const neededText = (given) => {
    if (given.length > 0) return text(given[0]);
    throw new types.TypeError('The "input" argument must be specified');
  };
  const onlyText = (value, method) => {
    if (typeof value === 'string') return value;
    throw new types.TypeError(`${method} takes a text.`);
  };
  const alphabetOf = (options) => {
    const alphabet = options?.alphabet ?? 'base64';
    if (alphabet === 'base64' || alphabet === 'base64url') return alphabet === 'base64url';
    throw new types.TypeError('The alphabet is "base64" or "base64url".');
  };
  const LAST_CHUNKS = ['loose', 'strict', 'stop-before-partial'];
  const lastChunkOf = (options) => {
    const handling = options?.lastChunkHandling ?? 'loose';
    if (LAST_CHUNKS.includes(handling)) return handling;
    throw new types.TypeError(`lastChunkHandling is one of ${LAST_CHUNKS.join(', ')}.`);
  };

  class TextEncoder {
    get encoding() {
      return 'utf-8';
    }
    encode(value = '') {
      return read(ask('encodeUtf8', `${value}`));
    }
    encodeInto(value, target) {
      const room = onlyBytes(target, 'The target of encodeInto');
      let readUnits = 0;
      let writtenBytes = 0;
      for (const sign of `${value}`) {
        const bytes = read(ask('encodeUtf8', sign));
        if (writtenBytes + bytes.length > room.length) break;
        room.set(bytes, writtenBytes);
        writtenBytes += bytes.length;
        readUnits += sign.length;
      }
      return { read: readUnits, written: writtenBytes };
    }
  }
  tag(TextEncoder.prototype, 'TextEncoder');

  class TextDecoder {
    #settings;
    #encoding;
    #stream = null;
    constructor(label = 'utf-8', options = {}) {
      this.#settings = [`${label}`, Boolean(options?.fatal), Boolean(options?.ignoreBOM)];
      this.#encoding = ask('encodingOf', ...this.#settings);
    }
    get encoding() {
      return this.#encoding;
    }
    get fatal() {
      return this.#settings[1];
    }
    get ignoreBOM() {
      return this.#settings[2];
    }
    decode(input = new Uint8Array(0), options = {}) {
      const bytes = written(bytesOf(input, 'What is decoded'));
      const stream = Boolean(options?.stream);
      if (!stream && this.#stream === null) return ask('decode', ...this.#settings, bytes);
      if (this.#stream === null) this.#stream = ask('startDecoding', ...this.#settings);
      const number = this.#stream;
      if (!stream) this.#stream = null;
      return ask('goOnDecoding', number, bytes, stream);
    }
  }
  tag(TextDecoder.prototype, 'TextDecoder');

  return {
    ...{ TextEncoder, TextDecoder, written, read, bytesOf },
    btoa: function btoa(...given) {
      return ask('btoa', neededText(given));
    },
    atob: function atob(...given) {
      return ask('atob', neededText(given));
    },
    toBase64(options) {
      const bytes = written(onlyBytes(this, 'toBase64'));
      return ask('toBase64', bytes, alphabetOf(options), Boolean(options?.omitPadding));
    },
    toHex() {
      return ask('toHex', written(onlyBytes(this, 'toHex')));
    },
    fromBase64(value, options) {
      return read(
        ask('fromBase64', onlyText(value, 'fromBase64'), alphabetOf(options), lastChunkOf(options)),
      );
    },
    fromHex(value) {
      return read(ask('fromHex', onlyText(value, 'fromHex')));
    },
  };
});
