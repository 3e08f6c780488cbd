import type { Device, ReturnRequest } from '#shared/model/device';
import { DetailList } from '../../../ui/detail-list';
import { ReduceChoice, useReducible } from './reduce-choice';
import { WizardStep, type WizardStepProps } from './wizard-step';

interface CheckStepProps extends Omit<WizardStepProps, 'heading' | 'children'> {
  device: Device;
  reason: ReturnRequest['reason'] | undefined;
  note: string;
  reduces: boolean;
  onChange: (reduces: boolean) => void;
}

/** What is returned, and whether the subscription goes down by it. */
export function CheckStep({ device, reason, note, reduces, onChange, ...frame }: CheckStepProps) {
  const subscriptionId = device.stripeSubscriptionId;
  const reducible = useReducible(subscriptionId);
  return (
    <WizardStep {...frame} heading="返却の内容をご確認ください" ready={reducible.state !== 'loading'}>
      <DetailList
        framed
        rows={{ シリアル番号: device.serialNumber, 店舗: device.store.name, 返却理由: reason, 補足: note }}
      />
      <ReduceChoice subscriptionId={subscriptionId} reducible={reducible} reduces={reduces} onChange={onChange} />
    </WizardStep>
  );
}
