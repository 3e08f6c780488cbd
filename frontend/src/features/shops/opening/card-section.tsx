import type { ReactNode, Ref } from 'react';
import { Alert } from '../../../ui/basics';
import { Card } from '../../../ui/content';
import { CardFields, type CardFieldsHandle } from '../../payments/card/card-fields';

interface CardSectionProps {
  ref: Ref<CardFieldsHandle>;
  /** Stripe's frames keep their typed data only while they stay in the page: hidden, not removed. */
  hidden: boolean;
  /** The holder's name, if it is still needed. */
  holder: ReactNode;
  /** The problem of the card. */
  problem: string | undefined;
  /** Something was typed into the card's fields. */
  onEdited: () => void;
  /** The shop and its subscription exist; why their card was not saved, or has not paid. */
  unsaved: string | undefined;
  /** The card pays the first month; otherwise it is saved for the end of the trial. */
  pays: boolean;
}

/** The card of the subscription that a shop is opened with. */
export const CardSection = ({ ref, hidden, holder, problem, onEdited, unsaved, pays }: CardSectionProps) => (
  <div hidden={hidden} className="mt-6">
    {unsaved !== undefined && (
      <Alert className="mb-6" live tone="warning" title={unsaved}>
        {pays ? (
          <>
            <p>お支払いが完了していません。店舗の登録は完了しています。</p>
            <p className="mt-2">
              カードをご確認のうえ、もう一度お支払いください。お支払いが完了すると、ご契約が始まります。
            </p>
          </>
        ) : (
          <>
            <p>カードの登録が完了していません。店舗とサブスクリプションの登録は完了しています。</p>
            <p className="mt-2">
              カードをご確認のうえ、もう一度登録してください。登録されないまま無料トライアルが終わると、契約は終了します。
            </p>
          </>
        )}
      </Alert>
    )}
    <Card title="お支払い方法">
      <div className="space-y-5">
        {holder}
        <CardFields ref={ref} onEdited={onEdited} />
        {problem && (
          <Alert live tone="danger">
            {problem}
          </Alert>
        )}
      </div>
    </Card>
  </div>
);
