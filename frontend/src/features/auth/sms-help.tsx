import { useState } from 'react';
import { useContact } from '../../lib/use-contact';
import { useTimeout } from '../../lib/use-timeout';
import { Button } from '../../ui/basics';
import { ContactLine } from '../../ui/contact-line';
import { showToast } from '../../ui/toast';
import { useAction } from '../../ui/use-action';

/** An SMS takes a while: only then another one is offered, in milliseconds. */
const resendAfter = 30_000;

interface SmsHelpProps {
  /** @throws {ApiFailure} if no SMS was sent. */
  sendAgain: () => Promise<void>;
  /** Called once another SMS is on its way. */
  onSent: () => void;
}

/** For a code that does not arrive: another SMS, and the ways in without it. */
export function SmsHelp({ sendAgain, onSent }: SmsHelpProps) {
  const contact = useContact();
  const [waiting, setWaiting] = useState(true);
  useTimeout(() => setWaiting(false), waiting ? resendAfter : null);
  const [resend, busy] = useAction(
    async () => {
      await sendAgain();
      setWaiting(true);
      showToast({ tone: 'success', title: '認証コードを再送信しました', description: 'SMSをご確認ください。' });
      return onSent;
    },
    { title: 'エラー', refused: '認証コードの再送信に失敗しました' },
  );
  return (
    <div className="space-y-3">
      <Button variant="secondary" block busy={busy} disabled={waiting} onClick={resend}>
        {waiting ? 'コードを再送信（30秒後から）' : 'コードを再送信'}
      </Button>
      <details className="rounded-field border border-line px-4 text-sm">
        <summary className="flex min-h-11 items-center font-semibold text-accent-ink">コードが届かないとき</summary>
        <div className="space-y-3 pb-4 text-ink-soft">
          <ul className="list-disc space-y-1.5 pl-5">
            <li>電波の届く場所か、SMSの受信拒否を設定していないかをご確認ください。</li>
            <li>電話番号が変わったときや携帯電話を使えないときは、下の担当者までご連絡ください。</li>
          </ul>
          <ContactLine contact={contact} />
        </div>
      </details>
    </div>
  );
}
