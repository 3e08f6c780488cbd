import { useId, type ReactNode } from 'react';
import type { FieldPath, Resolver } from 'react-hook-form';
import { toNestErrors } from '@hookform/resolvers';
import { updateShop } from '#shared/contract/billing';
import { type ShopRecord, metadataKeys } from '#shared/model/customer';
import type { StripeAddress } from '#shared/model/address';
import { shopEditSchema, type ShopEdit } from '#shared/model/shop-form';
import { callApi } from '../../../lib/api';
import { Button } from '../../../ui/basics';
import { Dialog } from '../../../ui/dialog';
import { Form } from '../../../ui/form';
import { TextField } from '../../../ui/text-field';
import { showToast } from '../../../ui/toast';
import { useSubmitForm, type SubmitForm } from '../../../ui/use-submit-form';
import { addressParts } from '../../shop-page/address-text';
import { actionFailure } from '../../shop-page/use-action-failed';
import { AddressFields, labelHelp } from '../address-fields';

const Part = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <fieldset>
    <legend className="mb-3 font-semibold">{legend}</legend>
    <div className="space-y-4">{children}</div>
  </fieldset>
);

/** Changes a shop's name, phone and addresses (spec 5, Store edit). If that fails, the typed text stays. */
export function EditDialog({ customer, onClose }: { customer: ShopRecord['customer']; onClose: () => void }) {
  const id = useId();
  const form = useSubmitForm(checkEdit(customer), {
    defaultValues: toForm(customer),
    send: async (body) => {
      await callApi(updateShop, { params: { customerId: customer.id }, body });
      showToast({ tone: 'success', title: '店舗情報を更新しました' });
      onClose();
    },
    failed: actionFailure('店舗情報の更新中にエラーが発生しました'),
    fieldOf,
  });
  const recipient = form.rhf.watch('shippingName');
  return (
    <Dialog
      onClose={onClose}
      title="店舗情報の編集"
      locked={form.busy}
      dirty={form.rhf.formState.isDirty}
      actions={
        <>
          <Button variant="quiet" disabled={form.busy} onClick={onClose}>
            キャンセル
          </Button>
          <Button type="submit" form={id} busy={form.busy}>
            保存する
          </Button>
        </>
      }
    >
      <Form id={id} form={form} className="space-y-8">
        <Part legend="基本情報">
          <TextField label="店舗名（サロン名）" autoComplete="organization" {...form.field('salonName')} />
          <PhoneField label="電話番号" autoComplete="tel-national" {...form.field('phone')} />
        </Part>
        <Part legend="請求先住所">
          <EditAddress kind="billing" form={form} address={customer.address} />
        </Part>
        <Part legend="お届け先">
          <TextField
            label="お届け先のお名前"
            autoComplete="shipping name"
            help={labelHelp(recipient, 'name')}
            {...form.field('shippingName')}
          />
          <PhoneField
            label="お届け先の電話番号"
            autoComplete="shipping tel-national"
            {...form.field('shippingPhone')}
          />
          <EditAddress kind="shipping" form={form} address={customer.shipping?.address} />
        </Part>
      </Form>
    </Dialog>
  );
}

const PhoneField = (props: Parameters<typeof TextField>[0]) => <TextField type="tel" inputMode="tel" {...props} />;

interface EditAddressProps {
  kind: 'shipping' | 'billing';
  form: Pick<SubmitForm<ShopEditForm, unknown>, 'field' | 'rhf'>;
  /** As it was: an opening writes the city into its first line (spec 7). */
  address: StripeAddress | null | undefined;
}

const EditAddress = ({ kind, form, address }: EditAddressProps) => (
  <AddressFields
    kind={kind}
    form={form}
    names={{
      postalCode: `${kind}.postal_code`,
      state: `${kind}.state`,
      ...(address?.city && { city: `${kind}.city` as const }),
      line1: `${kind}.line1`,
      line2: `${kind}.line2`,
    }}
  />
);

type ShopEditForm = ReturnType<typeof toForm>;

/** The initial values of the edit dialog's fields: every text unchanged, an absent one empty (spec 5, Store edit). */
const toForm = ({ metadata, phone, address, shipping }: ShopRecord['customer']) => ({
  salonName: metadata[metadataKeys.salonName] ?? '',
  phone: phone ?? '',
  billing: addressParts(address),
  shippingName: shipping?.name ?? '',
  shippingPhone: shipping?.phone ?? '',
  shipping: addressParts(shipping?.address),
});

/**
 * The request of spec 7; country is always JP. A shop without a shipping address gets none if no part of it was typed.
 */
function toRequest(form: ShopEditForm, customer: Pick<ShopRecord['customer'], 'shipping'>): ShopEdit {
  const typed = [form.shippingName, form.shippingPhone, ...Object.values(form.shipping)].some(
    (text: string) => text.trim() !== '',
  );
  return {
    address: { ...form.billing, country: 'JP' },
    ...((customer.shipping || typed) && {
      shipping: {
        address: { ...form.shipping, country: 'JP' as const },
        name: form.shippingName,
        phone: form.shippingPhone,
      },
    }),
    phone: form.phone,
    metadata: { [metadataKeys.salonName]: form.salonName },
  };
}

/** The fields of the form by the paths of the request. */
const fieldsByPath: Readonly<Record<string, FieldPath<ShopEditForm>>> = {
  [`metadata.${metadataKeys.salonName}`]: 'salonName',
  phone: 'phone',
  'shipping.name': 'shippingName',
  'shipping.phone': 'shippingPhone',
  ...Object.fromEntries(
    (['postal_code', 'state', 'city', 'line1', 'line2'] as const).flatMap((name) => [
      [`address.${name}`, `billing.${name}`],
      [`shipping.address.${name}`, `shipping.${name}`],
    ]),
  ),
};

const fieldOf = (path: string): FieldPath<ShopEditForm> | undefined => fieldsByPath[path];

/** Checks the fields' request by the server's schema, and shows errors under the fields. */
const checkEdit =
  (customer: Pick<ShopRecord['customer'], 'shipping'>): Resolver<ShopEditForm, unknown, ShopEdit> =>
  (typed, _context, options) => {
    const { data, error } = shopEditSchema.safeParse(toRequest(typed, customer));
    if (data) return { values: data, errors: {} };
    const wrong = error.issues.flatMap(({ path, message }) => {
      const field = fieldOf(path.join('.'));
      return field ? [[field, { type: 'value', message }] as const] : [];
    });
    return { values: {}, errors: toNestErrors(Object.fromEntries(wrong), options) };
  };
