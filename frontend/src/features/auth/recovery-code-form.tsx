import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { recoveryCodeSchema } from '#shared/model/account';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/text-field';
import { AuthHeading } from './auth-heading';
import { useSecondStep } from './use-second-step';

const schema = z.object({ recoveryCode: recoveryCodeSchema });

interface RecoveryCodeFormProps {
  onUseApp: () => void;
  onBack: (why?: string) => void;
}

/** The second step with one of the ten codes that were shown when the authenticator app was set up. */
export function RecoveryCodeForm({ onUseApp, onBack }: RecoveryCodeFormProps) {
  const { register, handleSubmit, setFocus, formState } = useForm({
    resolver: zodResolver(schema),
    reValidateMode: 'onChange',
    defaultValues: { recoveryCode: '' },
  });
  const { errors } = formState;
  const { busy, refused, send } = useSecondStep(onBack);

  useEffect(() => setFocus('recoveryCode'), [setFocus]);

  const submit = handleSubmit(async (values) => {
    if (await send(values)) setFocus('recoveryCode', { shouldSelect: true });
  });

  return (
    <>
      <AuthHeading title="2段階認証">
        認証アプリの設定時に保管したリカバリーコードを、ひとつ入力してください。使ったコードは無効になります。
      </AuthHeading>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <fieldset disabled={busy} className="space-y-5">
          {refused && <Alert tone="danger">{refused}</Alert>}
          <TextField
            label="リカバリーコード"
            required
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={11}
            placeholder="XXXXX-XXXXX"
            className="text-center font-mono text-lg font-semibold tracking-widest uppercase placeholder:font-normal"
            error={errors.recoveryCode?.message}
            {...register('recoveryCode')}
          />
          <Button type="submit" block busy={busy}>
            認証
          </Button>
          <div className="space-y-1">
            <Button variant="quiet" block onClick={onUseApp}>
              認証アプリのコードを使う
            </Button>
            <Button variant="quiet" block onClick={() => onBack()}>
              ログイン画面に戻る
            </Button>
          </div>
        </fieldset>
      </form>
    </>
  );
}
