import { useNavigate } from 'react-router-dom';
import { listShops } from '#shared/contract/billing';
import { getEndingReceipt, planEnding, previewEnding } from '#shared/contract/ending';
import type { EndingChoice, EndingPreview } from '#shared/model/ending-plan';
import { noRefund } from '#shared/model/ending-words';
import { callApi } from '../../../lib/api';
import { mayBeDone } from '../../../lib/may-be-done';
import { paths } from '../../../lib/paths';
import { useInvalidate } from '../../../lib/use-call';
import { useKeepShop } from '../../../lib/use-shops';
import { Alert } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { showFailure } from '../../../ui/show-failure';
import { useAction } from '../../../ui/use-action';
import { actionFailure } from '../action-texts';
import { EndingFacts } from './ending-facts';
import { wayNames } from './way-names';

interface EndingConfirmationProps {
  subscriptionId: string;
  choice: EndingChoice;
  preview: EndingPreview;
  /** Yen of the late charge if everything late is paid at a moment (unix seconds); undefined if nothing is late. */
  lateBy: ((paidAt: number) => number) | undefined;
  onBack: () => void;
}

/** The last step: the chosen end once more, and the button that carries it out. Leads to the receipt. */
export function EndingConfirmation({ subscriptionId, choice, preview, lateBy, onBack }: EndingConfirmationProps) {
  const navigate = useNavigate();
  const keep = useKeepShop();
  const invalidate = useInvalidate();
  const atOnce = choice.way === 'now';
  const showReceipt = async (): Promise<void> => {
    await invalidate(previewEnding, getEndingReceipt);
    await navigate(paths.endingReceipt(subscriptionId));
  };
  /** Whether the subscription ends as chosen although the response was lost. */
  const isMade = async (): Promise<boolean> => {
    const now = await callApi(previewEnding, { params: { id: subscriptionId } }).catch(() => undefined);
    return atOnce ? now?.choices.length === 0 : now?.planned === choice.endsAt;
  };
  const [end, busy] = useAction(
    async () => {
      const { shop } = await callApi(planEnding, {
        params: { id: subscriptionId },
        body: {
          endsAt: atOnce ? null : choice.endsAt,
          seen: { total: choice.total, owed: preview.owed, planned: preview.planned },
        },
      });
      await keep(shop);
      await showReceipt();
    },
    async (error) => {
      if (mayBeDone(error) && (await isMade())) {
        void invalidate(listShops);
        return showReceipt();
      }
      showFailure(error, actionFailure('キャンセル処理中にエラーが発生しました'));
      void invalidate(previewEnding);
    },
  );
  return (
    <Card title={wayNames[choice.way]}>
      <div className="space-y-5">
        {atOnce ? (
          <Alert tone="warning" title="この操作は取り消せません">
            契約がただちに終了します。{noRefund}
          </Alert>
        ) : (
          <p className="phrased">終了日までは、これまでどおりご利用いただけます。解約は、その日まで取り消せます。</p>
        )}
        <EndingFacts choice={choice} owed={preview.owed} devices={preview.devices} lateBy={lateBy} />
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-between">
          <Button variant="secondary" disabled={busy} onClick={onBack}>
            選び直す
          </Button>
          <Button variant={atOnce ? 'danger' : 'primary'} busy={busy} onClick={end}>
            この内容で解約する
          </Button>
        </div>
      </div>
    </Card>
  );
}
