import { useWatch, type UseFormReturn } from 'react-hook-form';
import type { ShopForm } from '#shared/model/shop-form';
import { Card } from '../../../ui/card';
import { CheckboxField } from '../../../ui/checkbox-field';
import { RadioCards } from '../../../ui/radio-cards';
import { SubscriptionFields } from '../order/subscription-fields';
import { TextField } from '../../../ui/text-field';
import { AddressFields } from './address-fields';

interface ShopFormFieldsProps {
  form: UseFormReturn<ShopForm>;
  lookupUrl: string | undefined;
}

const creationModes = [
  {
    value: 'with-subscription' as const,
    label: 'サブスクリプションも申し込む',
    description: '店舗を登録し、レボナイザーのレンタルを始めます。',
  },
  { value: 'store-only' as const, label: '店舗だけを登録する', description: 'レンタルは後からいつでも申し込めます。' },
];

/** Every section of the form but the card (spec 2, Store form). */
export function ShopFormFields({ form, lookupUrl }: ShopFormFieldsProps) {
  const { control, register, setValue, formState } = form;
  const { errors } = formState;
  const [mode, sameAddress, quantity, promoCode] = useWatch({
    control,
    name: ['creationMode', 'useSameAddress', 'revonizerQuantity', 'promoCode'],
  });
  const address = { register, setValue, errors, lookupUrl };
  return (
    <div className="space-y-6">
      <Card title="基本情報">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="店舗名"
            required
            autoComplete="organization"
            error={errors.storeName?.message}
            {...register('storeName')}
          />
          <TextField
            label="代理店コード"
            required
            inputMode="numeric"
            maxLength={6}
            autoComplete="off"
            placeholder="123456"
            help="半角数字6桁。担当の代理店からお知らせしています。"
            error={errors.dealerCode?.message}
            {...register('dealerCode')}
          />
        </div>
      </Card>
      <Card title="お届け先">
        <AddressFields kind="shipping" {...address} />
        <div className="mt-5 sm:max-w-xs">
          <TextField
            label="電話番号"
            required
            type="tel"
            inputMode="tel"
            autoComplete="shipping tel-national"
            placeholder="0312345678"
            help="ハイフンなしの半角数字"
            error={errors.shippingPhone?.message}
            {...register('shippingPhone')}
          />
        </div>
      </Card>
      <Card title="請求先">
        <CheckboxField label="お届け先と同じ" {...register('useSameAddress')} />
        {!sameAddress && (
          <div className="mt-5">
            <AddressFields kind="billing" {...address} />
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
            trial
            quantity={quantity}
            onQuantity={(value) => setValue('revonizerQuantity', value, { shouldDirty: true })}
            promoCode={promoCode}
            onPromoCode={(code) => setValue('promoCode', code, { shouldDirty: true })}
          />
        </Card>
      )}
    </div>
  );
}
