import { useId, type ReactNode } from 'react';
import { useForm, type FieldPath } from 'react-hook-form';
import { updateShop } from '#shared/contract/billing';
import { getConfig } from '#shared/contract/platform';
import type { ShopRecord } from '#shared/model/customer';
import { shopEditSchema } from '#shared/model/shop-edit';
import { callApi } from '../../../lib/api';
import { ApiFailure } from '../../../lib/api-failure';
import { useCall } from '../../../lib/use-call';
import { useKeepShop } from '../../../lib/use-shops';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { TextField } from '../../../ui/text-field';
import { showToast } from '../../../ui/toast';
import { useAction } from '../../../ui/use-action';
import { sayActionFailed } from '../action-failure';
import { EditAddress } from './edit-address';
import { fieldPaths, toForm, toRequest, type ShopEditForm } from './shop-edit-form';

const Part = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <fieldset>
    <legend className="mb-3 font-semibold">{legend}</legend>
    <div className="space-y-4">{children}</div>
  </fieldset>
);

/** Changes a shop's name, phone and addresses (spec 5, Store edit); what was typed stays where that fails. */
export function EditDialog({ customer, onClose }: { customer: ShopRecord['customer']; onClose: () => void }) {
  const form = useForm<ShopEditForm>({ defaultValues: toForm(customer) });
  const { register, handleSubmit, setError, formState } = form;
  const keep = useKeepShop();
  const config = useCall(getConfig);
  const id = useId();

  /** Puts each text under its field and the focus into the first; false where it names none of them. */
  const showWrong = (texts: Readonly<Record<string, string>> | undefined): boolean => {
    const wrong = Object.entries(texts ?? {}).flatMap(([path, message]) => {
      const field = fieldPaths[path] as FieldPath<ShopEditForm> | undefined;
      return field ? [{ field, message }] : [];
    });
    for (const [index, { field, message }] of wrong.entries())
      setError(field, { message }, { shouldFocus: index === 0 });
    return wrong.length > 0;
  };

  const [save, busy] = useAction(async (values: ShopEditForm) => {
    const body = toRequest(values, customer);
    const checked = shopEditSchema.safeParse(body);
    if (
      !checked.success &&
      showWrong(Object.fromEntries(checked.error.issues.map(({ path, message }) => [path.join('.'), message])))
    )
      return;
    try {
      const { shop } = await callApi(updateShop, { params: { customerId: customer.id }, body });
      await keep(shop);
      showToast({ tone: 'success', title: '店舗情報を更新しました' });
      onClose();
    } catch (error) {
      // The fields take the focus once they are enabled again.
      if (error instanceof ApiFailure && error.fields)
        return () => void (showWrong(error.fields) || sayActionFailed('店舗情報の更新中にエラーが発生しました', error));
      sayActionFailed('店舗情報の更新中にエラーが発生しました', error);
    }
  });

  const submit = handleSubmit((values) => save(values));

  return (
    <Dialog
      open
      onClose={onClose}
      title="店舗情報の編集"
      locked={busy}
      actions={
        <>
          <Button variant="quiet" disabled={busy} onClick={onClose}>
            キャンセル
          </Button>
          <Button type="submit" form={id} busy={busy}>
            保存する
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={(event) => void submit(event)}>
        <fieldset disabled={busy} className="space-y-8">
          <Part legend="基本情報">
            <TextField
              label="店舗名（サロン名）"
              autoComplete="organization"
              error={formState.errors.salonName?.message}
              {...register('salonName')}
            />
            <TextField
              label="電話番号"
              type="tel"
              inputMode="tel"
              autoComplete="tel-national"
              error={formState.errors.phone?.message}
              {...register('phone')}
            />
          </Part>
          <Part legend="請求先住所">
            <EditAddress kind="billing" form={form} lookupUrl={config.data?.postalLookupUrl} />
          </Part>
          <Part legend="お届け先">
            <TextField
              label="お届け先のお名前"
              autoComplete="shipping name"
              error={formState.errors.shippingName?.message}
              {...register('shippingName')}
            />
            <TextField
              label="お届け先の電話番号"
              type="tel"
              inputMode="tel"
              autoComplete="shipping tel-national"
              error={formState.errors.shippingPhone?.message}
              {...register('shippingPhone')}
            />
            <EditAddress kind="shipping" form={form} lookupUrl={config.data?.postalLookupUrl} />
          </Part>
        </fieldset>
      </form>
    </Dialog>
  );
}
