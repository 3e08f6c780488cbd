import { ArrowLeftRight, PackageOpen, type LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { DeviceRequestKind } from '#shared/model/device-request';
import { ExchangeWizard } from '../wizard/exchange-wizard';
import { ReturnWizard } from '../wizard/return-wizard';
import type { WizardProps } from '../wizard/wizard-step';

export interface RequestWizard {
  choice: { Icon: LucideIcon; title: string; text: string };
  Wizard: ComponentType<WizardProps>;
}

export type WizardKind = Exclude<DeviceRequestKind, 'repair'>;

/** Each request in the order of its choice, except the repair, which has a panel of its own with its history. */
export const wizards: Readonly<Record<WizardKind, RequestWizard>> = {
  exchange: {
    choice: {
      Icon: ArrowLeftRight,
      title: '交換を申し込む',
      text: '調子が悪いときに。',
    },
    Wizard: ExchangeWizard,
  },
  return: {
    choice: {
      Icon: PackageOpen,
      title: '返却を申し込む',
      text: '台数の削減や解約のときに。',
    },
    Wizard: ReturnWizard,
  },
};

export const wizardKinds = Object.keys(wizards) as readonly WizardKind[];
