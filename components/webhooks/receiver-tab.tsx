'use client';

import { useState } from 'react';
import { CodeBlock } from '@/components/ui/code-block';
import { Segmented } from '@/components/ui/segmented';
import { RECEIVER_CODE, type ReceiverCode } from '@/lib/services/outgoing-webhooks/receiver-code';

type Language = ReceiverCode['id'];

/** Example code of a receiver: it checks signature and age on the raw body before it uses the content. */
export function ReceiverTab() {
  const [language, setLanguage] = useState<Language>('node');
  const chosen = RECEIVER_CODE.find(({ id }) => id === language);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-4 md:p-6">
      <div className="flex max-w-3xl flex-col gap-3">
        <p className="text-muted">
          {language === 'shell'
            ? 'Signs a body as Millrace does, and sends it to your receiver.'
            : 'A receiver to start from. It compares the signature over the raw body in constant time, ' +
              'refuses what is older than five minutes, and acknowledges.'}{' '}
          The secret is read from <code className="rounded-sm bg-pressed px-1 text-xs">WEBHOOK_SECRET</code>.
        </p>
        <Segmented
          aria-label="Language"
          value={language}
          onValueChange={setLanguage}
          options={RECEIVER_CODE.map(({ id, label }) => ({ value: id, label }))}
          className="max-w-full self-start overflow-x-auto"
        />
        {chosen ? <CodeBlock label={`${chosen.label} code`} code={chosen.code} /> : null}
      </div>
    </div>
  );
}
