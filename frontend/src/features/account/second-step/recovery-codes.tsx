import { Download, Printer } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Alert, Button } from '../../../ui/basics';
import { CopyButton } from '../../../ui/copy-button';
import { productName } from '../../../text/brand';

/** Switches the second step on. Returns the recovery codes; undefined if it is on and they are lost. */
export type Verify = (code: string) => Promise<readonly string[] | undefined>;

/**
 * For a dialog that alone shows the codes that its sending leads to: what it shows once the second step is on. The
 * codes are never shown again: nothing closes the dialog while they may come, and then only the button that confirms
 * them.
 */
export function useVerified(onVerify: Verify, onKept: () => void) {
  const [held, setHeld] = useState(false);
  const [verified, setVerified] = useState<{ codes: Awaited<ReturnType<Verify>> }>();
  const hold = <Sent,>(sending: Promise<Sent>): Promise<Sent> => {
    setHeld(true);
    return sending.finally(() => setHeld(false));
  };
  return {
    hold,
    verify: async (code: string): Promise<void> => setVerified({ codes: await hold(onVerify(code)) }),
    locked: held || verified?.codes !== undefined,
    recoveryCodes: verified && <RecoveryCodes codes={verified.codes} onKept={onKept} />,
  };
}

/** After the second step was switched on (decisions/second-step); without codes if their response never arrived. */
const RecoveryCodes = ({ codes, onKept }: { codes: readonly string[] | undefined; onKept: () => void }) =>
  codes ? (
    <Codes codes={codes} onKept={onKept} />
  ) : (
    <div className="space-y-5">
      <Alert live tone="warning" title="2段階認証は有効になっています">
        リカバリーコードは、設定した直後に一度だけ表示します。まだ保管していない場合は、2段階認証をいったん無効にして、もう一度設定してください。
      </Alert>
      <Button block onClick={onKept}>
        閉じる
      </Button>
    </div>
  );

/** The title of the dialog that shows them. */
export const verifiedTitle = '2段階認証を有効にしました';

/** The ten codes, this once, with buttons to copy, save and print them. */
function Codes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.focus(), []);
  return (
    <div className="space-y-5">
      <p>
        認証コードを入力できないときに、1回ずつ使えます。
        <strong className="block">この画面を閉じると二度と表示されません。</strong>
      </p>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="リカバリーコード"
        className={[
          'grid grid-cols-[repeat(auto-fit,minmax(max(8rem,40%),1fr))] gap-x-4 gap-y-2 rounded-field bg-sunken p-4',
          'font-mono text-base outline-none',
        ].join(' ')}
      >
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 *:grow">
        <CopyButton text={codes.join('\n')} />
        <Button variant="secondary" size="sm" Icon={Download} onClick={() => downloadCodes(codes)}>
          ダウンロード
        </Button>
        <Button variant="secondary" size="sm" Icon={Printer} onClick={() => printCodes(codes)}>
          印刷
        </Button>
      </div>
      <p className="text-sm text-ink-soft">ほかの端末はログアウトしました。</p>
      <Button block onClick={onKept}>
        保管しました
      </Button>
    </div>
  );
}

const title = `${productName} リカバリーコード`;

const asText = (codes: readonly string[]): string =>
  [title, '', ...codes, '', 'それぞれ1回だけ使えます。安全な場所に保管してください。', ''].join('\r\n');

function downloadCodes(codes: readonly string[]): void {
  const url = URL.createObjectURL(new Blob([asText(codes)], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'revonizer-recovery-codes.txt';
  link.click();
  // Some browsers begin to read it only after this task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Prints the codes and nothing else of the page, from a frame of their own that is removed afterwards. */
function printCodes(codes: readonly string[]): void {
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
