import { productName } from '../../../text/brand';

const title = `${productName} リカバリーコード`;

const asText = (codes: readonly string[]): string =>
  [title, '', ...codes, '', 'それぞれ1回だけ使えます。安全な場所に保管してください。', ''].join('\r\n');

/** Saves the codes as a text file on this device. */
export function downloadCodes(codes: readonly string[]): void {
  const url = URL.createObjectURL(new Blob([asText(codes)], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'revonizer-recovery-codes.txt';
  link.click();
  // Some browsers begin to read it only after this task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Prints the codes and nothing else of the page, from a frame of their own that is removed afterwards. */
export function printCodes(codes: readonly string[]): void {
  const frame = document.createElement('iframe');
  frame.title = title;
  frame.className = 'sr-only';
  document.body.append(frame);
  const { contentDocument: page, contentWindow: view } = frame;
  if (!page || !view) return;
  page.title = title;
  const text = page.createElement('pre');
  text.style.cssText = 'font: 16pt/1.8 monospace';
  text.textContent = asText(codes);
  page.body.append(text);
  view.addEventListener('afterprint', () => frame.remove());
  view.print();
}
