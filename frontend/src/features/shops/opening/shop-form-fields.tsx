import { useWatch } from 'react-hook-form';
import type { ShopForm } from './shop-form';
import { Card } from '../../../ui/content';
import { CheckboxField, RadioCards, DigitsField } from '../../../ui/fields';
import { SubscriptionFields } from '../../orders/order/subscription-fields';
import type { PromoCode } from '../../orders/order/use-promo-code';
import { TextField } from '../../../ui/text-field';
import type { SubmitForm } from '../../../ui/use-submit-form';
import { AddressFields, labelHelp } from '../address-fields';

interface ShopFormFieldsProps {
  form: Pick<SubmitForm<ShopForm>, 'field' | 'rhf'>;
}

const creationModes = [
  {
    value: 'with-subscription' as const,
    label: 'サブスクリプションも申し込む',
    description: '店舗を登録し、レボナイザーのレンタルを始めます。',
  },
  { value: 'store-only' as const, label: '店舗だけを登録する', description: 'レンタルは後から申し込めます。' },
];

/** Every section of the form but the card (spec 2, Store form). */
export function ShopFormFields({ form, promo }: ShopFormFieldsProps & { promo: PromoCode }) {
  const { field } = form;
  const { control, setValue } = form.rhf;
  const [mode, sameAddress, quantity] = useWatch({
    control,
    name: ['creationMode', 'useSameAddress', 'revonizerQuantity'],
  });
  return (
    <div className="space-y-6">
      <Card title="基本情報">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="店舗名" required autoComplete="organization" {...field('storeName')} />
          <DigitsField
            label="代理店コード"
            required
            digits={6}
            autoComplete="off"
            help="担当の代理店からお伝えしている番号です。"
            {...field('dealerCode')}
          />
        </div>
      </Card>
      <Card title="お届け先">
        <ShopAddress kind="shipping" form={form} />
        <div className="mt-5 sm:max-w-xs">
          <TextField
            label="電話番号"
            required
            type="tel"
            inputMode="tel"
            autoComplete="shipping tel-national"
            {...field('shippingPhone')}
          />
        </div>
      </Card>
      <Card title="請求先">
        <CheckboxField label="お届け先と同じ" {...field('useSameAddress')} />
        {!sameAddress && (
          <div className="mt-5">
            <ShopAddress kind="billing" form={form} />
          </div>
        )}
      </Card>
      <Card>
        <RadioCards
          legend="登録の種類"
          options={creationModes}
          value={mode}
          onChange={(value) => setValue('creationMode', value, { shouldDirty: true })}
        />
      </Card>
      {mode === 'with-subscription' && (
        <Card title="サブスクリプション">
          <SubscriptionFields
            quantity={quantity}
            onQuantity={(value) => setValue('revonizerQuantity', value, { shouldDirty: true })}
            promo={promo}
          />
        </Card>
      )}
    </div>
  );
}

/** Whose address it is, and the address. The billing one may stay empty (spec 5). */
function ShopAddress({ kind, form }: ShopFormFieldsProps & { kind: 'shipping' | 'billing' }) {
  const required = kind === 'shipping';
  const name = useWatch({ control: form.rhf.control, name: 'shippingName' });
  return (
    <div className="space-y-5">
      <TextField
        label={required ? 'お届け先のお名前' : '請求先のお名前'}
        help={required ? labelHelp(name, 'name') : undefined}
        required={required}
        autoComplete={`${kind} name`}
        {...form.field(`${kind}Name`)}
      />
      <AddressFields
        kind={kind}
        strict
        required={required}
        form={form}
        names={{
          postalCode: `${kind}PostalCode`,
          state: `${kind}State`,
          line1: `${kind}Line1`,
          line2: `${kind}Line2`,
        }}
      />
    </div>
  );
}
