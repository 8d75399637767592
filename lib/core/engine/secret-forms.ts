const SHORTEST_BASE64_PART = 6;

/**
 * Returns every form in which another system is known to write a text it was sent, as texts to look for;
 * the value itself is first.
 */
export function secretForms(value: string): ReadonlySet<string> {
  const forms = new Set<string>();
  for (const spelling of [value, value.toUpperCase(), value.toLowerCase(), reversed(value)]) {
    forms.add(spelling);
    addJsonForms(forms, spelling);
  }
  addUrlForms(forms, value);
  const hex = Buffer.from(value, 'utf8').toString('hex');
  for (const form of [hex, hex.toUpperCase()]) forms.add(form);
  for (const sent of asSent(value)) for (const form of base64Forms(sent)) forms.add(form);
  return forms;
}

/** Returns the forms in which a request is sent and logged, for texts too long for all forms. */
export function sentForms(value: string): ReadonlySet<string> {
  return new Set([value, ...asSent(value), Buffer.from(value, 'utf8').toString('base64')]);
}

/** Returns the forms that a Base64-encoded body or address may have contained. */
function asSent(value: string): ReadonlySet<string> {
  const { encoded, inForm } = urlEncoded(value);
  return new Set([value, JSON.stringify(value).slice(1, -1), encoded, inForm]);
}

/** Reverses by characters, so that a surrogate pair stays one. */
const reversed = (value: string): string => [...value].reverse().join('');

function addJsonForms(forms: Set<string>, value: string): void {
  const json = JSON.stringify(value).slice(1, -1);
  forms.add(json);
  forms.add(json.replaceAll('/', '\\/'));
  forms.add(json.replace(/[^\0-\x7e]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`));
}

function addUrlForms(forms: Set<string>, value: string): void {
  const { text, encoded, inForm } = urlEncoded(value);
  const strict = encoded.replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  for (const form of [encoded, strict, inForm, encodeURI(text)]) {
    for (const spaced of [form, form.replaceAll('%20', '+')]) {
      forms.add(spaced);
      forms.add(spaced.replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase()));
    }
  }
}

function urlEncoded(value: string): { text: string; encoded: string; inForm: string } {
  const text = value.toWellFormed();
  const inForm = new URLSearchParams([['', text]]).toString().slice(1);
  return { text, encoded: encodeURIComponent(text), inForm };
}

/**
 * Returns Base64 of the value alone, and the part of any longer text's Base64 that its bytes alone
 * determine.
 */
function base64Forms(value: string): string[] {
  const bytes = Buffer.from(value, 'utf8');
  const forms = [bytes.toString('base64'), bytes.toString('base64url')];
  for (const offset of [0, 1, 2]) {
    const padded = Buffer.concat([Buffer.alloc(offset), bytes]);
    const from = Math.ceil((offset * 8) / 6);
    const to = Math.floor((padded.length * 8) / 6);
    if (to - from < SHORTEST_BASE64_PART) continue;
    forms.push(padded.toString('base64').slice(from, to), padded.toString('base64url').slice(from, to));
  }
  return forms;
}
