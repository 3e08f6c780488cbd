import { getConfig } from '#shared/contract/platform';
import { useCall } from '../../../lib/use-call';
import { Alert } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { CardFields } from '../card/card-fields';
import { Skeleton } from '../../../ui/skeleton';
import { TextField } from '../../../ui/text-field';
import type { CardEntryState } from './use-card-entry';
import { cardFailureTexts } from './use-save-card';

/** Holder's name and card fields; where they cannot be had it says so and tries again. */
export function CardEntry({ form, setCard }: Pick<CardEntryState, 'form' | 'setCard'>) {
  const config = useCall(getConfig, {});
  if (config.error) {
    return (
      <Alert tone="danger" title={cardFailureTexts.preparing}>
        <Button
          variant="secondary"
          size="sm"
          className="mt-2"
          busy={config.isValidating}
          onClick={() => void config.mutate()}
        >
          もう一度試す
        </Button>
      </Alert>
    );
  }
  if (!config.data) return <Skeleton lines={4} />;
  const { register, formState } = form;
  return (
    <div className="space-y-5">
      <TextField
        label="カード名義人"
        required
        autoComplete="cc-name"
        autoCapitalize="characters"
        placeholder="TARO YAMADA"
        help="カードに記載のローマ字"
        error={formState.errors.cardholderName?.message}
        {...register('cardholderName')}
      />
      <CardFields
        ref={setCard}
        publishableKey={config.data.stripePublishableKey}
        stripeJsUrl={config.data.stripeJsUrl}
        loadFailure={cardFailureTexts.preparing}
      />
    </div>
  );
}
