import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { verifyMfa } from '../../../../shared/contract/auth';
import { signInCodeSchema } from '../../../../shared/model/account';
import { ApiFailure, callApi } from '../../lib/api';
import { paths } from '../../lib/paths';
import { useSessionChanges } from '../../lib/session';
import { useBusy } from '../../lib/use-busy';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { AuthHeading } from './auth-heading';
import { CodeField } from '../../ui/code-field';
import { failureText } from '../../lib/failure-text';

export type MfaType = 'sms' | 'totp';

const schema = z.object({ code: signInCodeSchema });

const words = {
  sms: { label: '認証コード（SMS）', text: 'SMSで届いた6桁の認証コードを入力してください。' },
  totp: { label: '認証コード（TOTP）', text: '認証アプリに表示されている6桁の認証コードを入力してください。' },
} as const;

/** The second step of a sign-in (spec 2, Login). */
export function SecondStepForm({ mfaType, onBack }: { mfaType: MfaType; onBack: (why?: string) => void }) {
  const navigate = useNavigate();
  const { signedIn } = useSessionChanges();
  const { register, handleSubmit, setFocus, formState } = useForm({ resolver: zodResolver(schema), reValidateMode: 'onChange', defaultValues: { code: '' } });
  const { errors } = formState;
  const [busy, whileBusy] = useBusy();
  const [refused, setRefused] = useState<string>();

  useEffect(() => setFocus('code'), [setFocus]);

  const submit = handleSubmit(async (values) => {
    setRefused(undefined);
    try {
      await whileBusy(async () => {
        await callApi(verifyMfa, { body: values });
        await signedIn();
      });
      await navigate(paths.home, { replace: true });
    } catch (error) {
      const text = failureText(error, { refused: '認証に失敗しました' });
      // The server has forgotten the first step: it must be taken again.
      if (error instanceof ApiFailure && error.code === 'CHALLENGE_EXPIRED') {
        onBack(text);
        return;
      }
      setRefused(text);
      setFocus('code', { shouldSelect: true });
    }
  });

  return (
    <>
      <AuthHeading title="2段階認証">{words[mfaType].text}</AuthHeading>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <fieldset disabled={busy} className="space-y-5">
          {refused && <Alert tone="danger">{refused}</Alert>}
          <CodeField label={words[mfaType].label} error={errors.code?.message} {...register('code')} />
          <Button type="submit" block busy={busy}>
            認証
          </Button>
          <Button variant="quiet" block onClick={() => onBack()}>
            ログイン画面に戻る
          </Button>
        </fieldset>
      </form>
    </>
  );
}
