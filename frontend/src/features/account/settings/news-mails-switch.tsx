import { updateProfile } from '#shared/contract/account';
import type { User } from '#shared/model/account';
import { deviceRequestLabels } from '#shared/model/device-request';
import { callApi } from '../../../lib/api';
import { SwitchField } from '../../../ui/switch-field';
import { useAction } from '../../../ui/use-action';

/** Switches the mails about shipments and requests, for the account and not for this device alone (decisions/mails). */
export function NewsMailsSwitch({ user }: { user: Pick<User, 'newsMails'> }) {
  const [change, busy] = useAction(
    async (newsMails: boolean) => {
      await callApi(updateProfile, { body: { newsMails } });
    },
    { title: '設定を変更できませんでした' },
  );
  return (
    <div className="mt-5 border-t border-line pt-5">
      <SwitchField
        label="発送とお申し込みの状況のメール"
        description={
          `デバイスの発送・到着や、${deviceRequestLabels.join('・')}の進み具合をメールでお知らせします。` +
          'オフにしても、ご契約・お支払い・セキュリティの大切なメールは届きます。この設定は、アカウントに保存されます。'
        }
        checked={user.newsMails !== false}
        busy={busy}
        onChange={change}
      />
    </div>
  );
}
