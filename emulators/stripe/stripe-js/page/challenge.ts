/** Shows the bank's page of 3-D Secure over the page; resolves when the card holder has chosen or closed it. */
export function showChallenge(url: string): Promise<'closed' | 'done'> {
  const { origin } = new URL(url);
  const before = document.activeElement;
  const dialog = document.createElement('dialog');
  const frame = document.createElement('iframe');
  const close = document.createElement('button');
  dialog.setAttribute('aria-label', '本人認証');
  frame.title = '本人認証（3Dセキュア）';
  frame.src = `${url}#${new URLSearchParams({ page: window.location.origin }).toString()}`;
  close.type = 'button';
  close.textContent = '閉じる';
  Object.assign(dialog.style, {
    position: 'fixed',
    inset: '0',
    margin: 'auto',
    padding: '0',
    border: '0',
    borderRadius: '12px',
    width: 'min(440px, calc(100vw - 24px))',
    height: 'min(500px, calc(100dvh - 24px))',
    maxWidth: 'none',
    maxHeight: 'none',
    overflow: 'hidden',
    background: '#ffffff',
    colorScheme: 'light',
    boxShadow: '0 20px 60px rgb(0 0 0 / .4)',
  });
  Object.assign(frame.style, {
    border: '0',
    width: '100%',
    height: 'calc(100% - 48px)',
    display: 'block',
    colorScheme: 'light',
  });
  Object.assign(close.style, {
    display: 'block',
    width: '100%',
    height: '48px',
    border: '0',
    borderTop: '1px solid #dfe3e8',
    background: '#f5f6f8',
    color: '#1d2430',
    font: '600 16px system-ui, sans-serif',
    cursor: 'pointer',
  });
  dialog.append(frame, close);
  document.body.append(dialog);
  const overflow = document.documentElement.style.overflow;
  document.documentElement.style.overflow = 'hidden';
  // A modal dialog is shown above the dialogs of the page, and the keyboard stays in it.
  dialog.showModal();
  frame.focus();
  return new Promise((resolve) => {
    const end = (how: 'closed' | 'done'): void => {
      window.removeEventListener('message', listen);
      document.documentElement.style.overflow = overflow;
      dialog.remove();
      if (before instanceof HTMLElement) before.focus();
      resolve(how);
    };
    const listen = (message: MessageEvent<{ threeDSecure?: 'closed' | 'done' }>): void => {
      if (message.source !== frame.contentWindow || message.origin !== origin) return;
      const how = message.data.threeDSecure;
      if (how === 'done' || how === 'closed') end(how);
    };
    window.addEventListener('message', listen);
    // Escape closes only this window, not a dialog of the page around it.
    dialog.addEventListener('keydown', (event) => event.stopPropagation());
    close.addEventListener('click', () => end('closed'));
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      end('closed');
    });
  });
}
