import { FilePlus2 } from 'lucide-react';
import { getDocument, issueReceipt } from '#shared/contract/document';
import {
  receiptWishSchema,
  type ExplainedDocument,
  type ReceiptIssue,
  type Receipts,
  type ReceiptWish,
} from '#shared/model/document';
import { yen } from '#shared/numbers';
import { callApi } from '../../lib/api';
import { longDateTime } from '../../lib/format';
import { mayBeDone } from '../../lib/api-failure';
import { useCall } from '../../lib/use-call';
import { Alert, Button } from '../../ui/basics';
import { Card } from '../../ui/content';
import { Form } from '../../ui/form';
import { TextField } from '../../ui/text-field';
import { useSubmitForm } from '../../ui/use-submit-form';

/** The credited part of a payment, and whether receipts were made before. */
function CreditNotice({ credited, issues }: { credited: number; issues: readonly ReceiptIssue[] }) {
  const older = issues.filter((issue) => (issue.credited ?? 0) !== credited);
  return (
    <Alert tone="info" title={`お支払いの後に${yen(credited)}を減額・返金しました`}>
      これから作成する領収明細には、減額・返金と差引の金額を記載します。
      {older.length > 0 &&
        `${older.map(({ issue }) => `${issue}回目`).join('、')}の領収明細には、いまの金額が記載されていません。` +
          '必要なときは再発行し、以前のものは破棄してください。'}
    </Alert>
  );
}

interface WishFormProps {
  document: ExplainedDocument;
  receipts: Receipts;
  onMade: (receipt: ReceiptIssue) => void;
}

/** For whom and for what a receipt is made, and those made before. */
export function WishForm({ document: { id, credited }, receipts: { wish, count, issues }, onMade }: WishFormProps) {
  const { mutate: readAgain } = useCall(getDocument, { params: { id } });

  /** The receipt that was made although its response was lost: another one would be marked. */
  const madeAfter = async (
    failure: unknown,
    { addressee, proviso }: ReceiptWish,
  ): Promise<ReceiptIssue | undefined> => {
    const now = mayBeDone(failure) ? await readAgain().catch(() => undefined) : undefined;
    return now?.receipts?.issues.find(
      (one) => one.issue > count && one.addressee === addressee && one.proviso === proviso,
    );
  };

  const form = useSubmitForm(receiptWishSchema, {
    defaultValues: wish,
    send: async (body) => {
      const { receipt } = await callApi(issueReceipt, { params: { id }, body }).catch(async (error: unknown) => {
        const made = await madeAfter(error, body);
        if (!made) throw error;
        return { receipt: made };
      });
      onMade(receipt);
    },
    failed: {},
  });
  return (
    <Card
      title={count === 0 ? '宛名と但し書き' : '宛名と但し書き（再発行）'}
      description="この店舗の宛名と但し書きとして記憶し、次回からはじめに表示します。"
    >
      {credited > 0 && (
        <div className="mb-5">
          <CreditNotice credited={credited} issues={issues} />
        </div>
      )}
      <Form form={form}>
        <TextField label="宛名" autoComplete="organization" required {...form.field('addressee')} />
        <TextField label="但し書き" autoComplete="off" required {...form.field('proviso')} />
        <Button type="submit" busy={form.busy} Icon={FilePlus2}>
          {count === 0 ? '領収明細を作成' : '領収明細を再発行'}
        </Button>
      </Form>
      {count > 0 && (
        <div className="mt-5 border-t border-line pt-4 text-sm text-ink-soft">
          <p>これまでに{count}回作成しました。2回目からは「再発行」と表示されます。</p>
          <ul aria-label="作成の記録" className="mt-2 list-disc space-y-1 pl-5">
            {issues.map(({ issue, issuedAt, addressee, by }) => (
              <li key={issue}>
                {issue}回目　{longDateTime(issuedAt * 1000)}　{addressee} 様{by === 'staff' && '（担当者が作成）'}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  );
}
