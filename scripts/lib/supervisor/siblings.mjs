/**
 * Lets processes query each other (`lib/platform/siblings.ts`): a question goes to all others that have
 * joined, and each answer back to the sender, with the number still pending. One that dies gives no answer.
 */
export function createSiblings() {
  const members = new Set();
  const open = new Map();
  let lastId = 0;

  function send({ child }, message) {
    if (child.connected) child.send(message, () => {}); // the end of a process that died is handled below
  }

  function ask(asker, { id, topic, question }) {
    const others = [...members].filter((member) => member !== asker);
    lastId += 1;
    const asked = String(lastId);
    if (others.length === 0) return send(asker, { type: 'sibling-answered', id, left: 0 });
    open.set(asked, { asker, id, waitingFor: new Set(others) });
    for (const other of others) send(other, { type: 'sibling-asks', id: asked, topic, question });
  }

  function answered(member, asked, answer) {
    const question = open.get(asked);
    if (!question?.waitingFor.delete(member)) return;
    const left = question.waitingFor.size;
    if (left === 0) open.delete(asked);
    send(question.asker, { type: 'sibling-answered', id: question.id, left, ...answer });
  }

  /** To be called when it is ready; it leaves at its end. */
  function join(app) {
    members.add(app);
    app.child.on('message', (message) => {
      if (message.type === 'ask-siblings') ask(app, message);
      if (message.type === 'sibling-answers') answered(app, message.id, { answer: message.answer });
    });
    app.gone.then(() => {
      members.delete(app);
      for (const [asked, { asker }] of open) {
        answered(app, asked, {});
        if (asker === app) open.delete(asked);
      }
    });
  }

  return { join };
}
