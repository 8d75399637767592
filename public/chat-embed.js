// Puts a button on a page that opens a chat in a frame:
// <script src="https://millrace.example/chat-embed.js?chat=the-slug" async></script>
// &label= names the button; data-chat and data-label do the same. Needs script-src and frame-src for this
// origin, nothing else.
(() => {
  const script = document.currentScript ?? [...document.querySelectorAll('[src*="/chat-embed.js"]')].at(-1);
  const { origin, searchParams: asked } = new URL(script?.src ?? 'about:blank');
  const slug = script?.dataset.chat || asked.get('chat');
  if (!slug) {
    console.error('chat-embed.js: name the chat in the script’s address, as ?chat=the-slug.');
    return;
  }
  const label = script.dataset.label || asked.get('label') || 'Chat';
  const mark = `${origin}/chat/${encodeURIComponent(slug)}`;
  window.millraceChats ??= new Map();
  const shown = window.millraceChats;
  if (shown.has(mark)) return shown.get(mark)();
  const narrow = window.matchMedia('(max-width: 479px)');
  const still = window.matchMedia('(prefers-reduced-motion: reduce)');
  let frame = null;
  let isOpen = false;

  // Styles are set one by one: a policy of the page that forbids style attributes allows this.
  const style = (element, values) => {
    for (const [name, value] of Object.entries(values)) element.style.setProperty(name, value, 'important');
  };

  const button = document.createElement('button');
  button.type = 'button';
  button.dataset.millraceChat = mark;
  style(button, {
    position: 'fixed',
    right: 'max(16px, env(safe-area-inset-right))',
    bottom: 'max(16px, env(safe-area-inset-bottom))',
    width: '56px',
    height: '56px',
    padding: '0',
    border: '2px solid #fff',
    'border-radius': '50%',
    background: '#4f46c8',
    color: '#fff',
    'box-shadow': '0 4px 16px rgb(0 0 0 / 0.25)',
    cursor: 'pointer',
    display: 'grid',
    'place-items': 'center',
    'z-index': '2147483646',
  });
  const SVG = 'http://www.w3.org/2000/svg';
  const icon = document.createElementNS(SVG, 'svg');
  const path = document.createElementNS(SVG, 'path');
  for (const [name, value] of Object.entries({
    viewBox: '0 0 24 24',
    width: '26',
    height: '26',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '2',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'aria-hidden': 'true',
  }))
    icon.setAttribute(name, value);
  icon.append(path);
  button.append(icon);

  function makeFrame() {
    const made = document.createElement('iframe');
    made.title = label;
    made.allow = 'clipboard-write';
    made.src = `${mark}?embed=1`;
    made.dataset.millraceChat = mark;
    document.body.append(made);
    return made;
  }

  function draw() {
    button.setAttribute('aria-label', isOpen ? `Close ${label}` : label);
    button.setAttribute('aria-expanded', String(isOpen));
    path.setAttribute('d', isOpen ? 'M18 6 6 18M6 6l12 12' : 'M21 12a8 8 0 0 1-8 8H4l2-3a8 8 0 1 1 15-5Z');
    if (!frame) return;
    style(frame, {
      position: 'fixed',
      border: '0',
      margin: '0',
      padding: '0',
      'color-scheme': 'normal',
      background: 'transparent',
      display: isOpen ? 'block' : 'none',
      'z-index': '2147483647',
      ...(narrow.matches
        ? { inset: '0', width: '100%', height: '100%', 'border-radius': '0', 'box-shadow': 'none' }
        : {
            inset: 'auto 16px 84px auto',
            width: 'min(400px, calc(100vw - 32px))',
            height: 'min(640px, calc(100vh - 100px))',
            'border-radius': '12px',
            'box-shadow': '0 8px 40px rgb(0 0 0 / 0.3)',
          }),
    });
  }

  function open() {
    frame ??= makeFrame();
    isOpen = true;
    draw();
    if (!still.matches) frame.animate?.([{ opacity: 0 }, { opacity: 1 }], 120);
    frame.focus();
  }

  function close() {
    if (!isOpen) return;
    isOpen = false;
    draw();
    button.focus();
  }

  button.addEventListener('click', () => (isOpen ? close() : open()));
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.isComposing) close();
  });
  window.addEventListener('message', (event) => {
    if (frame && event.source === frame.contentWindow && event.data === 'millrace-chat-close') close();
  });
  narrow.addEventListener('change', draw);

  // A page may swap its body, for one that it kept with a copy of the button.
  function place() {
    if (!document.body || button.isConnected) return;
    for (const other of document.querySelectorAll('[data-millrace-chat]'))
      if (other.dataset.millraceChat === mark) other.remove();
    frame = null;
    isOpen = false;
    draw();
    document.body.append(button);
  }
  shown.set(mark, place);
  new MutationObserver(place).observe(document.documentElement, { childList: true });
  place();
})();
